import { expect, test, vi } from 'vitest';
import { DEFAULT_FORM } from '../../../../../domain/application/core-fields.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { RequestFailed } from '../../../shared/api/api-client.ts';
import { partsOf, prepareRows, splitName } from './prepare-rows.ts';
import { readSpreadsheet, type Sheet } from './read-spreadsheet.ts';
import { type Answer, countsOf, failedRowsCsv, resultsOf, unansweredIn } from './row-results.ts';
import { sendParts } from './send-parts.ts';
import { choose, FULL_NAME, missingIn, STATUS, suggestColumns, type Target, targetsOf } from './suggest-columns.ts';

const TARGETS = targetsOf([
  ...DEFAULT_FORM.fields,
  { name: 'motivation', label: 'Why do you want to code?', dataType: 'paragraph', required: false },
  { name: 'laptop', label: 'Laptop', dataType: 'select', options: ['Yes, my own', 'No'], required: false },
]);
const sheetOf = async (text: string): Promise<Sheet> => {
  const sheet = await readSpreadsheet(new TextEncoder().encode(text));
  if (typeof sheet === 'string') throw new Error(sheet);
  return sheet;
};
const suggested = async (text: string) => suggestColumns((await sheetOf(text)).columns, TARGETS);

test('columns are suggested by name, label, usual words and likeness, each field once', async () => {
  const row = '\na,b,c@x.example,d,e,f,g,h';
  expect(
    await suggested(`Surname,GIVEN NAME,E-mail Address,Mobile,Why do you want code,Stage,has laptop,Shoe size${row}`),
  ).toEqual(['lastName', 'firstName', 'email', 'phoneNumber', 'motivation', STATUS, 'laptop', null]);
  expect(await suggested('Email,E-mail\na@x.example,b@x.example')).toEqual(['email', null]);
  expect(await suggested('Student name,Mail\nAda L,a@x.example')).toEqual([FULL_NAME, 'email']);
});

test('values tell an email address without a title, and a title that is no email address', async () => {
  expect(await suggested('Ada,ada@x.example\nBob,bob@x.example')).toEqual([null, 'email']);
  expect(await suggested('Email sent,Contact\nyes,ada@x.example')).toEqual([null, 'email']);
});

test('titles named like members of objects suggest nothing', async () => {
  expect(await suggested('__proto__,constructor\nx,y')).toEqual([null, null]);
});

test('a field moves to the column that was chosen last, and missing fields are named', () => {
  expect(choose(['email', null, 'firstName'], 1, 'email')).toEqual([null, 'email', 'firstName']);
  expect(choose(['firstName', 'lastName', null], 2, FULL_NAME)).toEqual([null, null, FULL_NAME]);
  expect(missingIn(['email', null], TARGETS)).toEqual(['First name', 'Last name']);
  expect(missingIn(['email', FULL_NAME], TARGETS)).toEqual([]);
});

test('names are split, options and statuses are understood in any case, all else stays as typed', async () => {
  const sheet = await sheetOf(
    'Name,Mail,Status,Laptop,Motivation\nAda King Lovelace,a@x.example,contract sent,yes,=1+1\n"Hopper, Grace",b@x.example,New,No,12/03/2026',
  );
  const { rows, understood } = prepareRows(sheet, [FULL_NAME, 'email', STATUS, 'laptop', 'motivation'], TARGETS);
  expect(rows.map(({ sent }) => sent)).toEqual([
    {
      row: 2,
      status: 'CONTRACT SENT',
      values: { firstName: 'Ada King', lastName: 'Lovelace', email: 'a@x.example', laptop: 'yes', motivation: '=1+1' },
    },
    {
      row: 3,
      status: 'NEW',
      values: { firstName: 'Grace', lastName: 'Hopper', email: 'b@x.example', laptop: 'No', motivation: '12/03/2026' },
    },
  ]);
  expect(understood.map(({ typed, meant }) => [typed, meant])).toEqual([
    ['contract sent', 'CONTRACT SENT'],
    ['New', 'NEW'],
  ]);
  expect(splitName('Cher')).toEqual({ firstName: 'Cher', lastName: '' });
});

test('a long cell, an unknown status, a rounded phone number and a NUL refuse only their row', async () => {
  const long = 'x'.repeat(10_000_000);
  const sheet = await sheetOf(
    `Mail,Status,Phone,Motivation\na@x.example,,,${long}\nb@x.example,Enrolled,,\nc@x.example,,6.39E+11,\nd@x.example,,0917,ok\ne@x.example,,,a\0b`,
  );
  const { rows } = prepareRows(sheet, ['email', STATUS, 'phoneNumber', 'motivation'], TARGETS);
  expect(rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['motivation'],
    ['status'],
    ['phoneNumber'],
    [],
    ['motivation'],
  ]);
  expect(rows[0]?.errors[0]?.message).toBe(TEXTS.forms.textTooLong(20_000));
  expect(rows[4]?.errors[0]?.message).toBe(TEXTS.requests.unstorable.nul);
  expect(
    partsOf(rows)
      .flat()
      .map(({ row }) => row),
  ).toEqual([5]);
});

test('a part has at most 50 rows and stays under 1 MB', async () => {
  const lines = Array.from({ length: 120 }, (_, n) => `a${n}@x.example,${'é'.repeat(n < 60 ? 19_000 : 1)}`);
  const { rows } = prepareRows(await sheetOf(`Mail,Motivation\n${lines.join('\n')}`), ['email', 'motivation'], TARGETS);
  const parts = partsOf(rows);
  expect(parts.flat().map(({ row }) => row)).toEqual(rows.map(({ sent }) => sent.row));
  expect(Math.max(...parts.map((part) => part.length))).toBe(50);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify({ rows: part }))).toBeLessThan(1_000_000);
});

const answer = (row: number, outcome: Answer['outcome'], more: Partial<Answer> = {}): [number, Answer] => [
  row,
  { row, outcome, applicationId: null, reason: null, errors: [], ...more },
];

test('each row has its result: an email that repeats in another part is a duplicate, errors name their field', async () => {
  const sheet = await sheetOf('Mail,Motivation\na@x.example,"=1+1, ""x"""\n A@X.example ,b\nc@x.example,c\nno email,d');
  const prepared = prepareRows(sheet, ['email', 'motivation'], TARGETS);
  const answers = new Map([
    answer(2, 'imported'),
    answer(3, 'imported'),
    answer(4, 'duplicate', { reason: TEXTS.bulk.alreadyApplied }),
    answer(5, 'refused', { errors: [{ field: 'email', message: TEXTS.accounts.emailInvalid }] }),
  ]);
  const results = resultsOf(prepared, answers, TARGETS);
  expect(results.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['new'],
    ['duplicate', TEXTS.bulk.emailTwice],
    ['duplicate', TEXTS.bulk.alreadyApplied],
    ['error', `Email: ${TEXTS.accounts.emailInvalid}`],
  ]);
  expect(countsOf(results)).toEqual({ added: 1, duplicates: 2, errors: 1 });
  expect(failedRowsCsv(sheet, results)).toBe(
    '\uFEFFMail,Motivation,Reason\r\n' +
      ` A@X.example ,b,${TEXTS.bulk.emailTwice}\r\n` +
      `c@x.example,c,${TEXTS.bulk.alreadyApplied}\r\n` +
      `no email,d,Email: ${TEXTS.accounts.emailInvalid}\r\n`,
  );
});

test('new applicants without an answer to a question that applicants must answer are counted', async () => {
  const targets = [{ ...TARGETS[0], isExpected: true } as Target, ...TARGETS.slice(1)].map((target) =>
    target.name === 'motivation' ? { ...target, isExpected: true } : target,
  );
  const sheet = await sheetOf('Mail,Motivation\na@x.example,\nb@x.example,b\nc@x.example,');
  const prepared = prepareRows(sheet, ['email', 'motivation'], targets);
  const answers = new Map([answer(2, 'imported'), answer(3, 'imported'), answer(4, 'duplicate')]);
  expect(unansweredIn(resultsOf(prepared, answers, targets), targets)).toEqual([
    { label: 'First name', rows: 2 },
    { label: 'Why do you want to code?', rows: 1 },
  ]);
});

test('parts are sent in order and again after a lost connection; a refusal ends it', async () => {
  const sent: number[] = [];
  const heldUp = vi.fn();
  let failures = 2;
  const options = {
    send: async (part: number) => {
      if (part === 2 && failures > 0) {
        failures -= 1;
        throw new RequestFailed(failures === 0 ? 429 : 0, 'The server cannot be reached');
      }
      if (part === 4) throw new RequestFailed(422, TEXTS.bulk.importUndone);
      return part;
    },
    onSent: (part: number) => void sent.push(part),
    onHeldUp: heldUp,
    signal: new AbortController().signal,
    wait: async () => undefined,
  };
  await expect(sendParts([1, 2, 3, 4, 5], options)).rejects.toThrow(TEXTS.bulk.importUndone);
  expect(sent).toEqual([1, 2, 3]);
  expect(heldUp.mock.calls).toEqual([[true], [true], [false]]);
});
