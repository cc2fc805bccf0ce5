import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveFrom } from '../../commands/vault/derived-keys.ts';
import { createPositions } from './positions.ts';

const masterKey = createSecretKey(randomBytes(32));
const positions = createPositions(deriveFrom(masterKey));
const LAST = 2n ** 63n - 1n;

test('a token opens to its position in every process that has the key', () => {
  const elsewhere = createPositions(deriveFrom(masterKey));
  for (const position of [0n, 1n, 4711n, LAST]) {
    expect(elsewhere.open(positions.seal(position))).toBe(position);
    expect(elsewhere.open(positions.name(position))).toBe(position);
  }
});

test('tokens show neither their position nor whether anything happened between two of them', () => {
  const tokens = Array.from({ length: 50 }, () => positions.seal(7n));
  expect(new Set(tokens).size).toBe(50);
  expect(new Set([...tokens, positions.seal(8n)].map((token) => token.length))).toEqual(new Set([34]));
  expect(positions.name(7n)).toBe(positions.name(7n));
  expect(positions.name(7n)).not.toBe(positions.name(8n));
});

test('a plain, forged or foreign token opens to nothing', () => {
  const foreign = createPositions(deriveFrom(randomBytes(32)));
  const forged = `${positions.seal(7n).slice(0, -4)}0000`;
  for (const token of ['', '7', '0x7', 'soon', `0x${'0'.repeat(32)}`, forged, foreign.seal(7n), '9'.repeat(5000)]) {
    expect(positions.open(token), token.slice(0, 40)).toBeUndefined();
  }
});
