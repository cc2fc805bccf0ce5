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
