import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withMeter } from '../../timing/work-meter.ts';
import { createOwnersOf } from './owners-of.ts';

test('ids that only the audit log knows are looked up one after the other, 20 at most, on the share of the request', async () => {
  let [running, most, searches] = [0, 0, 0];
  const none = { getMany: async () => [] };
  const find = async () => {
    searches += 1;
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    return { documents: [{ organizationId: 'other' }] };
  };
  const ownersOf = createOwnersOf({ applicants: none, batches: none, users: none, audit: { find } } as never);
  const charged = async (count: number) => {
    const meter = { ms: 0, msInParts: 0 };
    const ids = Array.from({ length: count }, () => randomUUID());
    const { owned } = await withMeter(meter, () => ownersOf(ids, null));
    return [owned.length, meter.ms];
  };
  expect([await charged(1), await charged(50)]).toEqual([
    [1, 0.5],
    [20, 10],
  ]);
  expect([most, searches]).toEqual([1, 21]);
});
