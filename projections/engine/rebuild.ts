import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentStore } from '../document-store/port.ts';
import type { Build } from './contract.ts';
import type { EventPage, EventSource } from './event-source.ts';
import { Generation, lowestPosition } from './generation.ts';
import type { AnyProjection } from './projection.ts';
import { routeAll } from './routing.ts';
import type { RebuildProgress } from './status.ts';
import { carryOut, UnstorableDocument, WorkingSet } from './working-set.ts';

const PAGE = 1000;
/** So many changed documents are held back, because most will change again soon. */
const MAX_DIRTY = 20_000;
/** So many documents are held in memory altogether. */
const MAX_HELD = 60_000;
const WRITES_PER_TURN = 1000;
const REPORT_EVERY_MS = 200;

export interface RebuildOptions {
  readonly source: EventSource;
  readonly store: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly builds: readonly Build[];
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
}

/**
 * Brings generations up to the head of the log in one pass, from their checkpoints on, so it resumes after a crash. Documents
 * are kept in memory and written behind. One whose fold throws stops there with its checkpoint in front of the event; the
 * engine then meets the same event and shows the fault. Runs in any thread that has a source and a store of its own.
 */
export async function rebuild({
  source,
  store,
  projections,
  builds,
  onProgress,
  signal,
}: RebuildOptions): Promise<void> {
  const folders = await Promise.all(
    builds.map(async (build) => {
      const projection = projections.find((candidate) => candidate.name === build.projection);
      if (!projection) throw new Error(`There is no projection ${build.projection}`);
      return Folder.open(await Generation.openBare(store, source.storeId, projection, build.generation));
    }),
  );
  const head = await source.head();
  const start = lowestPosition(folders, head);
  const report = progressReporter(start, head, onProgress);
  let page: EventPage = await source.readAll({ after: start, limit: PAGE });
  while (page.events.length > 0 && !signal.aborted) {
    const next = source.readAll({ after: page.position, limit: PAGE });
    next.catch(() => undefined);
    for (const folder of folders) await folder.takeIn(page);
    report(page);
    await nextTurn();
    page = await next;
  }
  for (const folder of folders) await folder.finish();
  signal.throwIfAborted();
  for (const { projection, name } of folders) await Generation.open(store, source.storeId, projection, name);
  report(page, true);
}

/** Folds one generation in memory and writes behind. */
class Folder {
  readonly #generation: Generation;
  readonly #documents: WorkingSet;
  /** At a fault: folds no more. */
  #isStopped = false;
  /** Writes no more either. */
  #isBroken = false;
  #flushing: Promise<void> = Promise.resolve();

  private constructor(generation: Generation, isNew: boolean) {
    this.#generation = generation;
    this.#documents = new WorkingSet(generation.collection, isNew);
  }

  /** A first checkpoint before any document: who finds none there knows that the generation is empty. */
  static async open(generation: Generation): Promise<Folder> {
    const isNew = !generation.isBegun;
    if (isNew) await generation.putCheckpoint(generation.position, null);
    return new Folder(generation, isNew);
  }

  get name(): string {
    return this.#generation.name;
  }

  get projection(): AnyProjection {
    return this.#generation.projection;
  }

  get position(): bigint {
    return this.#generation.position;
  }

  async takeIn(page: EventPage): Promise<void> {
    if (this.#isStopped || page.position <= this.#generation.position) return;
    const routed = routeAll(this.#generation.router, page.events, this.#generation.position);
    await this.#documents.load(routed.steps);
    const fault = this.#documents.fold(routed.steps).fault ?? routed.fault;
    if (fault) {
      this.#isStopped = true;
      const passed = page.events.findLast((event) => event.position < BigInt(fault.position));
      if (passed && passed.position > this.#generation.position) this.#generation.moveTo(passed.position, passed);
    } else {
      this.#generation.moveTo(page.position, page.events.at(-1));
    }
    if (this.#documents.dirty >= MAX_DIRTY) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#flushing;
  }

  /** One flush at a time; while it is written, the next events are folded. */
  async #flush(): Promise<void> {
    await this.#flushing;
    this.#documents.shrinkTo(MAX_HELD);
    this.#flushing = this.#writeBehind();
    this.#flushing.catch(() => undefined);
  }

  /** On a document that the store does not take it stops at the checkpoint before it: the engine finds the event. */
  async #writeBehind(): Promise<void> {
    try {
      await this.#write();
    } catch (error) {
      if (!(error instanceof UnstorableDocument)) throw error;
      this.#isStopped = true;
      this.#isBroken = true;
    }
  }

  async #write(): Promise<void> {
    if (this.#isBroken) return;
    const generation = this.#generation;
    const position = generation.position;
    const last = generation.moveTo(position, undefined);
    const writes = this.#documents.takeWrites();
    for (let index = 0; index < writes.length; index += WRITES_PER_TURN) {
      const [lost] = await carryOut(generation.collection, writes.slice(index, index + WRITES_PER_TURN));
      if (lost !== undefined) throw new Error(`${generation.name}: somebody else has written ${lost}`);
    }
    await generation.putCheckpoint(position, last);
  }
}

function progressReporter(start: bigint, head: bigint, onProgress: (progress: RebuildProgress) => void) {
  const begun = performance.now();
  let reported = begun;
  let events = 0;
  return (page: EventPage, isEnd = false) => {
    events += page.events.length;
    const now = performance.now();
    if (!isEnd && now - reported < REPORT_EVERY_MS) return;
    reported = now;
    const span = Number(head - start);
    const share = isEnd || span <= 0 ? 1 : Math.min(1, Number(page.position - start) / span);
    const elapsed = Math.max(1, now - begun);
    onProgress({
      share,
      done: events,
      total: share > 0 ? Math.max(events, Math.round(events / share)) : events,
      eventsPerSecond: Math.round((events / elapsed) * 1000),
      etaMs: share > 0 ? Math.round((elapsed * (1 - share)) / share) : 0,
    });
  };
}
