import { expect, test } from 'vitest';
import type { Notice } from './notices.ts';
import { Recent } from './recent.ts';

const notice = (id: string): Notice => ({
  kind: 'batch',
  id,
  capability: 'batch.read',
  organizationId: 'school',
  applicationId: null,
  fields: null,
  lostBy: null,
  version: 0,
  actor: { kind: 'system' },
});
const idsOf = (notices: readonly Notice[] | null) => notices?.map(({ id }) => id) ?? null;

test('returns what came after a position, and null for a position before its own beginning', () => {
  const recent = new Recent(10n);
  recent.add(12n, [notice('a')], 100);
  recent.add(15n, [notice('b')], 200);
  expect(recent.position).toBe(15n);
  expect(idsOf(recent.after(9n))).toBeNull();
  expect(idsOf(recent.after(10n))).toEqual(['a', 'b']);
  expect(idsOf(recent.after(12n))).toEqual(['b']);
  expect(idsOf(recent.after(20n))).toEqual([]);
  expect(idsOf(recent.from(150))).toEqual(['b']);
});

test('forgets the oldest when there are many, and then says so', () => {
  const recent = new Recent(0n);
  for (let n = 1; n <= 6000; n += 1) recent.add(BigInt(n), [notice(`${n}`)], n);
  expect(recent.after(999n)).toBeNull();
  expect(recent.after(1000n)).toHaveLength(5000);
  recent.clear();
  expect(recent.after(5999n)).toBeNull();
  expect(recent.after(6000n)).toEqual([]);
});
