import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const ROOT = join(import.meta.dirname, '..');

/** Files whose purpose is words: they make sentences of data. */
const CATALOGUES = ['web/src/**/*words.ts', 'web/src/shared/history/sentences.ts'];

/** Examples of what people type or get. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'web/src/features/config/assessments/paste-questions.tsx': [
    'Which of these is a loop? Put the pan on the stove *Stir until the sugar has dissolved The next question? *Yes No',
  ],
  'web/src/features/config/processes/paste-fields.tsx': [
    'Where do you live? * Which evening suits you? Monday Thursday',
  ],
  'web/src/features/config/webhooks/information.tsx': ['Ana Reyes scheduled an interview.'],
};

test('sentences of the web client stand in the catalogues', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.{ts,tsx}', ...CATALOGUES] });
  const found = sources.toSorted().flatMap((file) => {
    const sentences = sentencesIn(file, readFileSync(join(ROOT, file), 'utf8'));
    return sentences.length > 0 ? [[file, sentences]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(EXAMPLES);
});

test('sentences are found as texts, attributes and values, but not errors and parts', () => {
  const source = `
    import 'nothing. of this';
    throw new Error('Programmers read this one.');
    const asked = isOpen ? 'Leave this page? Nothing is saved.' : \`There are \${count} rows in it.\`;
    const label = 'Add a question';
    const shown = <p title="You can paste a list.">Your draft is saved here.</p>;
    const linked = <p>See the long list of <a href="/">all programs that are open</a>.</p>;
    const beside = <p>Nothing is left to do. <b>{count}</b></p>;
  `;
  expect(sentencesIn('a.tsx', source)).toEqual([
    'Leave this page? Nothing is saved.',
    'There are … rows in it.',
    'You can paste a list.',
    'Your draft is saved here.',
    'Nothing is left to do.',
  ]);
});
