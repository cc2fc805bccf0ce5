import { expect, test } from 'vitest';
import { Recent } from './recent.ts';
import type { Tiding } from './tidings.ts';

const tiding = (id: string): Tiding => ({
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
const idsOf = (tidings: readonly Tiding[] | null) => tidings?.map(({ id }) => id) ?? null;

test('tells what came behind a position, and that it does not know what came before its own beginning', () => {
  const recent = new Recent(10n);
  recent.add(12n, [tiding('a')], 100);
  recent.add(15n, [tiding('b')], 200);
  expect(recent.position).toBe(15n);
  expect(idsOf(recent.after(9n))).toBeNull();
  expect(idsOf(recent.after(10n))).toEqual(['a', 'b']);
  expect(idsOf(recent.after(12n))).toEqual(['b']);
  expect(idsOf(recent.after(20n))).toEqual([]);
  expect(idsOf(recent.from(150))).toEqual(['b']);
});

test('forgets the oldest when there are many, and then says so', () => {
  const recent = new Recent(0n);
  for (let n = 1; n <= 6000; n += 1) recent.add(BigInt(n), [tiding(`${n}`)], n);
  expect(recent.after(999n)).toBeNull();
  expect(recent.after(1000n)).toHaveLength(5000);
  recent.forget();
  expect(recent.after(5999n)).toBeNull();
  expect(recent.after(6000n)).toEqual([]);
});
