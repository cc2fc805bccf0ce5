import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test('a formula is escaped, a number and a phone number are not', () => {
  for (const formula of ['=1+1', '+1+cmd|calc', '-2+3', '@SUM(A1)', '\tx', ' =1+1', '\u200b=1+1', '＝1+1'])
    expect(csvCell(formula)).toBe(`'${formula}`);
  expect(csvCell(-2)).toBe('-2');
  expect(csvCell('+63 (917) 555-0101')).toBe('+63 (917) 555-0101');
  expect(csvCell('=HYPERLINK("x","y")')).toBe('"\'=HYPERLINK(""x"",""y"")"');
});

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(csvCell('Manila, PH')).toBe('"Manila, PH"');
  expect(csvCell('say "hi"\nnow')).toBe('"say ""hi""\nnow"');
  expect(csvCell(null)).toBe('');
});
