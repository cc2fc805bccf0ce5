import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import {
  closed,
  moved,
  opened,
  pickyShops,
  type ShopEvent,
  sold,
  UNFOLDABLE,
  UNSTORABLE,
} from '../../test/support/shop.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import { rebuild } from './rebuild.ts';

let models: ReadModels;
let runs = 0;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(async () => {
  await models.close();
  await removeReadModels(models);
});

const shopId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const happening = fc.tuple(
  shopId,
  fc.oneof(
    fc.constant<ShopEvent>(opened('new')),
    { weight: 4, arbitrary: fc.constantFrom(1, 2, 3, 4, 5, UNFOLDABLE, UNSTORABLE).map(sold) },
    fc.tuple(fc.oneof(shopId, fc.constantFrom('', '$checkpoint')), fc.nat(9)).map(([to, amount]) => moved(to, amount)),
    fc.constant(closed),
  ),
);

/** Pages of at most `size` events; stops the rebuild once it has read so many. */
function inPagesOf(log: MemoryLog, size: number, stopping: { after: number; stop: () => void }): EventSource {
  return new Proxy(log, {
    get: (target, member) =>
      member === 'readAll'
        ? (options: Parameters<EventSource['readAll']>[0]) => {
            if (options.after >= BigInt(stopping.after)) stopping.stop();
            return target.readAll({ ...options, limit: Math.min(size, options.limit) });
          }
        : Reflect.get(target, member),
  });
}

test('a rebuilt generation equals the live one, whatever the history, the stops and the requests beside it are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 40 }),
      fc.array(fc.nat(40), { maxLength: 3 }),
      fc.record({ size: fc.integer({ min: 1, max: 9 }), held: fc.nat(4), busy: fc.nat(3) }),
      async (story, stops, { size, held, busy }) => {
        runs += 1;
        const log = new MemoryLog();
        for (const [id, event] of story) log.append(`shop-${id}`, event);
        const live = await Generation.open(models.store, log.storeId, pickyShops, `shops@1.live-${runs}`);
        while (live.position < BigInt(story.length))
          await live.foldPage(await log.readAll({ after: live.position, limit: 3 }));
        await live.saveCheckpoint(true);
        for (const after of [...stops, story.length + 1]) {
          const stopping = new AbortController();
          let asked = 0;
          await rebuild({
            source: inPagesOf(log, size, { after, stop: () => stopping.abort() }),
            store: models.store,
            projections: [pickyShops],
            builds: [{ projection: 'shops', generation: `shops@1.${runs}` }],
            onProgress: () => {},
            signal: stopping.signal,
            heldBeside: held,
            standAside: async () => {
              asked += 1;
              return busy > 0 && asked % busy === 0;
            },
          }).catch((error: unknown) => {
            if (!stopping.signal.aborted) throw error;
          });
        }
        const rebuilt = await Generation.open(models.store, log.storeId, pickyShops, `shops@1.${runs}`);
        const [one, other] = [await rebuilt.collection.find({}), await live.collection.find({})];
        expect(one.documents).toEqual(other.documents);
        await Promise.all([rebuilt.collection.drop(), live.collection.drop()]);
      },
    ),
    { numRuns: 60 },
  );
});
