import fc from 'fast-check';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { Generation } from '../../projections/engine/generation.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { routeAll } from '../../projections/engine/routing.ts';
import { WorkingSet } from '../../projections/engine/working-set.ts';
import type { MemoryLog } from './memory-log.ts';

interface Page {
  readonly size: number;
  /**
   * The checkpoint is lost, or half of the writes as well or those of some documents, or a former leader folds less of the
   * same at the same time.
   */
  readonly crash: 'no' | 'checkpoint' | 'writes' | 'rival' | { readonly lost: readonly string[] };
}

/** Pages of at most so many events. */
export const pagesOf = (mostPages: number, mostEvents: number): fc.Arbitrary<readonly Page[]> =>
  fc.array(
    fc.record({
      size: fc.integer({ min: 1, max: mostEvents }),
      crash: fc.constantFrom<Page['crash']>('no', 'checkpoint', 'writes', 'rival'),
    }),
    { maxLength: mostPages },
  );

/** Folds these pages, opens the generation anew after each, and then folds the rest of the log. */
export async function foldWithCrashes(
  { store, log, projection, name }: { store: DocumentStore; log: MemoryLog; projection: AnyProjection; name: string },
  pages: readonly Page[],
): Promise<Generation> {
  const open = () => Generation.open(store, log.storeId, projection, name);
  let generation = await open();
  for (const { size, crash } of [...pages, { size: 1000, crash: 'no' }]) {
    const page = await log.readAll({ after: generation.position, limit: size });
    if (crash === 'writes' || typeof crash === 'object') {
      const documents = new WorkingSet(generation.collection, projection.indexes, false);
      await documents.foldAll(routeAll(generation.router, page.events), projection);
      const isWritten = (id: string, n: number) =>
        typeof crash === 'object' ? !crash.lost.includes(id) : n % 2 === size % 2;
      await documents.write(documents.takeWrites().filter(({ id }, n) => isWritten(id, n)));
    } else if (crash === 'rival') {
      const fewer = await log.readAll({ after: generation.position, limit: Math.ceil(size / 16) });
      const rival = await open();
      await Promise.all([rival.foldPage(fewer), generation.foldPage(page)]);
    } else await generation.foldPage(page);
    if (crash === 'no') await generation.saveCheckpoint(true);
    generation = await open();
  }
  return generation;
}
