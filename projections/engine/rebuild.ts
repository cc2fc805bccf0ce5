import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { DocumentStore } from '../document-store/port.ts';
import type { Build } from './contract.ts';
import type { EventPage, EventSource, RecordedEvent } from './event-source.ts';
import { Generation, lowestPosition } from './generation.ts';
import type { AnyProjection } from './projection.ts';
import { faultAt, withQuarantined } from './quarantine.ts';
import { routeAll } from './routing.ts';
import { withoutSkipped } from './skipped-events.ts';
import type { RebuildProgress } from './status.ts';
import { WorkingSet } from './working-set.ts';

const PAGE = 1000;
/** An application with its history takes about five. */
const KILOBYTES_EACH = 8;
/** Cached documents of all generations; evicted ones are read again. */
const MAX_HELD = Math.round(getHeapStatistics().heap_size_limit / 1024 / KILOBYTES_EACH);
/** Changed documents of one generation that wait for further changes before they are written. */
const MAX_DIRTY = 20_000;
/** Smaller while requests are served: collecting a large heap blocks all processors for a fifth of a second. */
const MAX_HELD_BESIDE = 4000;
const MAX_DIRTY_BESIDE = 1000;
const WRITES_PER_TURN = 1000;
/** Events or writes between two checks for waiting requests. */
const SMALL_STEP = 20;
const REPORT_EVERY_MS = 200;

export interface RebuildOptions {
  readonly source: EventSource;
  readonly store: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly builds: readonly Build[];
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
  readonly pageSize?: number | undefined;
  readonly standAside?: (() => Promise<boolean>) | undefined;
}

/** Folds in one pass from the checkpoints, so it resumes after a crash. Needs its own source and store. */
export async function rebuild({
  source,
  store,
  projections,
  builds,
  onProgress,
  signal,
  standAside = async () => false,
  pageSize = PAGE,
}: RebuildOptions): Promise<void> {
  const folders = await Promise.all(
    builds.map(async (build) => {
      const projection = projections.find((candidate) => candidate.name === build.projection);
      if (!projection) throw new Error(`There is no projection ${build.projection}`);
      const folded = await withoutSkipped(source, projection);
      return Folder.open(await Generation.openBare(store, source.storeId, folded, build.generation), standAside);
    }),
  );
  const head = await source.head();
  const start = lowestPosition(folders, head);
  const report = progressReporter(start, head, onProgress);
  const foldAfter = async (position: bigint) => {
    let page: EventPage = await source.readAll({ after: position, limit: pageSize });
    while (page.events.length > 0 && !signal.aborted) {
      const isBusy = await standAside();
      const next = source.readAll({ after: page.position, limit: isBusy ? SMALL_STEP : pageSize });
      next.catch(() => undefined);
      for (const folder of folders) await folder.foldPage(page, isBusy ? MAX_DIRTY_BESIDE : MAX_DIRTY);
      await evict(folders, isBusy ? MAX_HELD_BESIDE : MAX_HELD);
      report(page);
      await nextTurn();
      page = await next;
    }
    for (const folder of folders) await folder.finish();
    signal.throwIfAborted();
    return page;
  };
  const { position } = await foldAfter(start);
  for (const { projection, name } of folders) {
    await standAside();
    await Generation.open(store, source.storeId, projection, name);
  }
  // Events appended while the indexes were created; the next owner of the generation also serves requests.
  report(await foldAfter(position), true);
}

/** If all together exceed the limit, the largest evicts half. */
async function evict(folders: readonly Folder[], limit: number): Promise<void> {
  const held = folders.reduce((sum, folder) => sum + folder.held, 0);
  if (held <= limit) return;
  await folders.reduce((most, folder) => (folder.held > most.held ? folder : most)).evict();
}

class Folder {
  readonly #generation: Generation;
  readonly #documents: WorkingSet;
  #flushing: Promise<void> = Promise.resolve();
  readonly #standAside: () => Promise<boolean>;

  private constructor(generation: Generation, isNew: boolean, standAside: () => Promise<boolean>) {
    this.#generation = generation;
    this.#standAside = standAside;
    this.#documents = new WorkingSet(generation.collection, generation.projection.indexes, isNew);
  }

  /** Saves a checkpoint first: without one, the generation is known to be empty. */
  static async open(generation: Generation, standAside: () => Promise<boolean>): Promise<Folder> {
    const isNew = !generation.isBegun;
    if (isNew) await generation.putCheckpoint(generation.checkpoint);
    return new Folder(generation, isNew, standAside);
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

  get held(): number {
    return this.#documents.size;
  }

  async foldPage(page: EventPage, maxDirty: number): Promise<void> {
    const generation = this.#generation;
    if (generation.fault || page.position <= generation.position) return;
    const events = page.events.filter(({ position }) => position > generation.position);
    const steps = routeAll(generation.router, events);
    await this.#documents.foldAll(steps, generation.projection);
    try {
      generation.requireRoomFor(this.#documents.created);
    } catch (error) {
      generation.fault = faultAt(events[0] as RecordedEvent, error);
      return;
    }
    generation.note(this.#documents.takeQuarantined());
    generation.moveTo(page.position, page.events.at(-1));
    if (this.#documents.dirty >= maxDirty) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#flushing;
  }

  async evict(): Promise<void> {
    await this.finish();
    this.#documents.shrinkTo(Math.round(this.held / 2));
  }

  /** One flush at a time; folding continues during it. */
  async #flush(): Promise<void> {
    await this.#flushing;
    this.#flushing = this.#write();
    this.#flushing.catch(() => undefined);
  }

  async #write(): Promise<void> {
    const generation = this.#generation;
    // Documents may be ahead of the generation within a page: they are folded again from the checkpoint.
    if (generation.fault) return;
    let { checkpoint } = generation;
    const writes = this.#documents.takeWrites();
    for (let index = 0, step = WRITES_PER_TURN; index < writes.length; index += step) {
      step = (await this.#standAside()) ? SMALL_STEP : WRITES_PER_TURN;
      const { lost, refused } = await this.#documents.write(writes.slice(index, index + step));
      if (lost[0] !== undefined) throw new Error(`${generation.name}: another process has written ${lost[0]}`);
      checkpoint = { ...checkpoint, quarantined: withQuarantined(checkpoint.quarantined, refused) };
      generation.noteRefused(refused);
    }
    await generation.putCheckpoint(checkpoint);
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
