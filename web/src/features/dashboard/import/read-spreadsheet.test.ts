import { expect, test } from 'vitest';
import { type Reading, readSpreadsheet, type Sheet, WORKBOOK } from './read-spreadsheet.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean, mark = true) => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].map((letter) => letter.charCodeAt(0));
  return new Uint8Array(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};
const read = async (bytes: Uint8Array, given?: Partial<Reading>): Promise<Sheet> => {
  const sheet = await readSpreadsheet(bytes, given);
  if (typeof sheet === 'string') throw new Error(sheet);
  return sheet;
};
const titles = ({ columns }: Sheet) => columns.map(({ title }) => title);
const cells = ({ rows }: Sheet) => rows.map((row) => row.cells);

test.each([
  ['UTF-8', utf8('Name,Email\nZoë,z@x.example'), 'utf-8'],
  ['UTF-8 with a byte order mark', utf8('\uFEFFName,Email\nZoë,z@x.example'), 'utf-8'],
  ['UTF-16, little endian', utf16('Name,Email\nZoë,z@x.example', true), 'utf-16le'],
  ['UTF-16, big endian', utf16('Name,Email\nZoë,z@x.example', false), 'utf-16be'],
  ['UTF-16 without a mark', utf16('Name,Email\nZoë,z@x.example', true, false), 'utf-16le'],
  ['Windows-1252', Uint8Array.from('Name,Email\nZoë,z@x.example', (letter) => letter.charCodeAt(0)), 'windows-1252'],
])('%s is detected', async (_, bytes, encoding) => {
  const sheet = await read(bytes);
  expect(sheet.reading.encoding).toBe(encoding);
  expect(titles(sheet)).toEqual(['Name', 'Email']);
  expect(cells(sheet)).toEqual([['Zoë', 'z@x.example']]);
});

test('another encoding than the detected one can be chosen', async () => {
  const sheet = await read(utf8('Name\nZoë\nAda'), { encoding: 'windows-1252' });
  expect(cells(sheet)[0]).toEqual(['ZoÃ«']);
});

test.each([',', ';', '\t'] as const)('columns separated by %j are detected', async (separator) => {
  const text = `Name${separator}Email\r\nAda${separator}ada@x.example`;
  const sheet = await read(utf8(text));
  expect(sheet.reading.separator).toBe(separator);
  expect(cells(sheet)).toEqual([['Ada', 'ada@x.example']]);
});

test('quoted cells hold separators, quotes and line breaks; rows keep the numbers of the spreadsheet', async () => {
  const sheet = await read(utf8('Name,Why\n\n"Ada ""the"" Great","one,\ntwo"\n,\nBob,x,,\n\n'));
  expect(sheet.rows).toEqual([
    { row: 3, cells: ['Ada "the" Great', 'one,\ntwo'] },
    { row: 5, cells: ['Bob', 'x', '', ''] },
  ]);
  expect(titles(sheet)).toEqual(['Name', 'Why']);
  expect(sheet.emptyRows).toBe(2);
});

test('titles that repeat, are missing or are names of objects stay apart', async () => {
  const sheet = await read(utf8('__proto__,constructor,Note,Note,,<script>alert(1)</script>\n1,2,3,4,5,6,7'));
  expect(titles(sheet)).toEqual([
    '__proto__',
    'constructor',
    'Note',
    'Note (2)',
    'Column 5',
    '<script>alert(1)</script>',
    'Column 7',
  ]);
});

test('a first row with an email address or a number is an applicant', async () => {
  const sheet = await read(utf8('Ada,ada@x.example\nBob,bob@x.example'));
  expect(sheet.reading.hasTitles).toBe(false);
  expect(titles(sheet)).toEqual(['Column 1', 'Column 2']);
  expect(sheet.rows).toHaveLength(2);
  expect((await read(utf8('Ada,ada@x.example\nBob,bob@x.example'), { hasTitles: true })).rows).toHaveLength(1);
});

test('formulas, zero bytes and text from right to left stay as they are', async () => {
  const sheet = await read(utf8('A,B,C\n=1+1,a\0b,مرحبا\u202Eabc'));
  expect(cells(sheet)).toEqual([['=1+1', 'a\0b', 'مرحبا\u202Eabc']]);
});

test('5,000 rows are read, one more is refused with the limit', async () => {
  const rows = (count: number) =>
    utf8(`Email\n${Array.from({ length: count }, (_, n) => `a${n}@x.example`).join('\n')}`);
  expect((await read(rows(5000))).rows).toHaveLength(5000);
  expect(await readSpreadsheet(rows(5001))).toMatch(/5,001 rows\. One import adds at most 5,000 applicants/);
  expect(await readSpreadsheet(rows(25_000))).toMatch(/more than [\d,]+ rows/);
});

test('what is no text or has no rows is refused with what to do', async () => {
  expect(await readSpreadsheet(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBe(WORKBOOK);
  expect(await readSpreadsheet(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toBe(WORKBOOK);
  expect(await readSpreadsheet(utf8('%PDF-1.7'))).toMatch(/Save the spreadsheet as CSV/);
  expect(await readSpreadsheet(utf8('\n\n'))).toMatch(/No rows/);
  expect(await readSpreadsheet(utf8('Name,Email\n'))).toMatch(/No rows/);
  expect(await readSpreadsheet(utf8(`${'a,'.repeat(600)}\n${'b,'.repeat(600)}`))).toMatch(/500 columns/);
  expect((await read(utf8('Name,Why\nAda,"never closed\nBob,x'))).hasOpenQuote).toBe(true);
});
