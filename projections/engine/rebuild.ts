import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { DocumentStore } from '../document-store/port.ts';
import type { Build } from './contract.ts';
import type { EventPage, EventSource, RecordedEvent } from './event-source.ts';
import { Generation, lowestPosition } from './generation.ts';
import { interestOf } from './interest.ts';
import type { AnyProjection } from './projection.ts';
import { faultAt, withQuarantined } from './quarantine.ts';
import { routeAll } from './routing.ts';
import { withoutSkipped } from './skipped-events.ts';
import type { RebuildProgress } from './status.ts';
import { StepSize } from './step-size.ts';
import { WorkingSet } from './working-set.ts';

/** An application with its history takes about five. */
const KILOBYTES_EACH = 8;
/** Cached documents of all generations; evicted ones are read again. */
const MAX_HELD = Math.round(getHeapStatistics().heap_size_limit / 1024 / KILOBYTES_EACH);
/** Changed documents of one generation that wait for further changes before they are written. */
const MAX_DIRTY = 20_000;
/** Smaller while requests are served: collecting a large heap blocks all processors for a fifth of a second. */
const MAX_HELD_BESIDE = 4000;
const MAX_DIRTY_BESIDE = 1000;
/** At most so many are folded again after a crash. */
const CHECKPOINT_EVENTS = 200_000;
const WRITES_PER_TURN = 1000;
/** Writes between two checks for waiting requests. */
const SMALL_STEP = 20;
const REPORT_EVERY_MS = 150;
/** The rest is for writing the last documents. */
const SHARE_OF_READING = 0.95;

export interface RebuildOptions {
  readonly source: EventSource;
  readonly store: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly builds: readonly Build[];
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
  /** Documents that are kept, and those that wait to be written, while requests are served. Default: for large ones. */
  readonly heldBeside?: number | undefined;
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
  heldBeside,
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
  const interest = interestOf(folders.map(({ projection }) => projection));
  const step = new StepSize();
  const foldAfter = async (position: bigint) => {
    let page: EventPage = await source.readAll({ after: position, limit: step.size, interest });
    while (page.events.length > 0 && !signal.aborted) {
      const isBusy = await standAside();
      step.begin();
      const next = source.readAll({ after: page.position, limit: step.size, interest });
      next.catch(() => undefined);
      const [held, dirty] = [heldBeside ?? MAX_HELD_BESIDE, heldBeside ?? MAX_DIRTY_BESIDE];
      for (const folder of folders) await folder.foldPage(page, isBusy ? dirty : MAX_DIRTY);
      await evict(folders, isBusy ? held : MAX_HELD);
      report.read(page);
      await nextTurn();
      const folded = page;
      page = await next;
      step.end(folded.scanned ?? folded.events.length, isBusy);
    }
    for (const [index, folder] of folders.entries()) {
      await folder.finish((share) => report.wrote((index + share) / folders.length));
    }
    signal.throwIfAborted();
    return page;
  };
  const { position } = await foldAfter(start);
  for (const { projection, name } of folders) {
    await standAside();
    await Generation.open(store, source.storeId, projection, name);
  }
  // Events appended while the indexes were created; the next owner of the generation also serves requests.
  await foldAfter(position);
  report.end();
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
  #unsaved = 0;
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
    generation.moveTo(page.position, events);
    this.#unsaved += page.scanned ?? page.events.length;
    if (this.#documents.dirty >= maxDirty || this.#unsaved >= CHECKPOINT_EVENTS) await this.#flush();
  }

  async finish(onWritten?: (share: number) => void): Promise<void> {
    await this.#flush(onWritten);
    await this.#flushing;
  }

  async evict(): Promise<void> {
    await this.finish();
    this.#documents.shrinkTo(Math.round(this.held / 2));
  }

  /** One flush at a time; folding continues during it. */
  async #flush(onWritten?: (share: number) => void): Promise<void> {
    await this.#flushing;
    this.#unsaved = 0;
    this.#flushing = this.#write(onWritten);
    this.#flushing.catch(() => undefined);
  }

  async #write(onWritten: (share: number) => void = () => {}): Promise<void> {
    const generation = this.#generation;
    // Documents may be ahead of the generation within a page: they are folded again from the checkpoint.
    if (generation.fault) return;
    let { checkpoint } = generation;
    // Neighbours share pages: in another order each write changes pages of its own, which all have to be synced beside commands.
    const writes = this.#documents.takeWrites().sort((one, other) => (one.id < other.id ? -1 : 1));
    for (let index = 0, step = WRITES_PER_TURN; index < writes.length; index += step) {
      step = (await this.#standAside()) ? SMALL_STEP : WRITES_PER_TURN;
      const { lost, refused } = await this.#documents.write(writes.slice(index, index + step));
      if (lost[0] !== undefined) throw new Error(`${generation.name}: another process has written ${lost[0]}`);
      checkpoint = { ...checkpoint, quarantined: withQuarantined(checkpoint.quarantined, refused) };
      generation.noteRefused(refused);
      onWritten(Math.min(1, (index + step) / writes.length));
    }
    await generation.putCheckpoint(checkpoint);
  }
}

function progressReporter(start: bigint, head: bigint, onProgress: (progress: RebuildProgress) => void) {
  const begun = performance.now();
  let reported = begun;
  let events = 0;
  let isWritten = false;
  const span = Number(head - start);
  const report = (share: number, isDue = false) => {
    const now = performance.now();
    if (!isDue && now - reported < REPORT_EVERY_MS) return;
    reported = now;
    const elapsed = Math.max(1, now - begun);
    const readShare = Math.min(1, share / SHARE_OF_READING);
    onProgress({
      share,
      done: events,
      total: share > 0 ? Math.max(events, Math.round(events / readShare)) : events,
      eventsPerSecond: Math.round((events / elapsed) * 1000),
      etaMs: share > 0 ? Math.round((elapsed * (1 - share)) / share) : 0,
    });
  };
  return {
    read(page: EventPage) {
      events += page.scanned ?? page.events.length;
      if (isWritten) return;
      report(SHARE_OF_READING * (span <= 0 ? 1 : Math.min(1, Number(page.position - start) / span)));
    },
    wrote(share: number) {
      if (!isWritten) report(SHARE_OF_READING + (1 - SHARE_OF_READING) * share);
      isWritten ||= share >= 1;
    },
    end: () => report(1, true),
  };
}
