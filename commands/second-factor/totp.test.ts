import { expect, test } from 'vitest';
import { codeOf, otpauthUri, stepAt, stepOfCode, toBase32 } from './totp.ts';

/** RFC 6238, appendix B, whose codes of eight digits end with those of six. */
const SECRET = Buffer.from('12345678901234567890');
const STEP_MS = 30_000;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(seconds * 1000))).toBe(code);
});

test('a code is valid one step early or late, and only once', () => {
  const at = 1_234_567_890_000;
  const step = stepAt(at);
  const found = (offset: number, lastStep = 0) => stepOfCode(SECRET, codeOf(SECRET, step + offset), { at, lastStep });
  expect([-2, -1, 0, 1, 2].map((offset) => found(offset))).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect([found(0, step), found(-1, step), found(1, step)]).toEqual([undefined, undefined, step + 1]);
  expect(stepOfCode(SECRET, codeOf(SECRET, step), { at: at + 2 * STEP_MS, lastStep: 0 })).toBeUndefined();
  expect(['', '12345', '1234567', 'ßßßßßß'].map((code) => stepOfCode(SECRET, code, { at, lastStep: 0 }))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('an app reads the secret from the address', () => {
  // RFC 4648, section 10.
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  const uri = new URL(otpauthUri({ secret: 'MZXW6', issuer: 'Code & Co: Manila', account: 'ada@example.org' }));
  expect(uri.searchParams.get('issuer')).toBe('Code & Co: Manila');
  expect(uri.searchParams.get('secret')).toBe('MZXW6');
});
