import { expect, test } from 'vitest';
import { textsIn } from './render-texts.ts';

test('texts are found also where a value or a mark comes first, but not code', () => {
  const source = `
    const left = \`\${free} of \${capacity} places left\`;
    const later = \`\${first} The table has all figures.\`;
    const soFar = \`* so far, closes \${day}\`;
    const size = \`\${classes.page} \${classes.wide}\`;
    const width = \`calc(100% - \${gap}px)\`;
  `;
  expect(textsIn('a.ts', source)).toEqual(['… of … places left', '… The table has all figures.', '* so far, closes …']);
});

test('labels of one word are found on screens where they are chosen, listed or named, and words for browsers are not', () => {
  const source = `
    const word = isPaid ? 'Paid' : 'Unpaid';
    const heads = ['Who', 'What'];
    const COUNTS = { amount: 'Amount' };
    const isOpen = status === 'Open';
    const link = <a rel="noopener nofollow">{isOwn ? 'Edit' : 'View'}</a>;
  `;
  expect(textsIn('web/src/a.tsx', source)).toEqual(['Paid', 'Unpaid', 'Who', 'What', 'Amount', 'Edit', 'View']);
  expect(textsIn('api/a.ts', 'const method = isRead ? "Get" : "Put";')).toEqual([]);
});
