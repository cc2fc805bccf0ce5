import { expect, test } from 'vitest';
import type { Collection } from '../document-store/port.ts';
import type { FoldedDocument } from './routing.ts';
import { visible } from './visible.ts';

test('finds any number of documents without tombstones', async () => {
  const documents = Array.from(
    { length: 300_000 },
    (_, n): FoldedDocument => ({ _id: `d${n}`, _deleted: n % 3 === 0 }),
  );
  const collection = { find: async () => ({ documents }) } as unknown as Collection<FoldedDocument>;
  const { documents: found } = await visible(collection).find({ organizationId: 'o' });
  expect(found).toHaveLength(200_000);
});
