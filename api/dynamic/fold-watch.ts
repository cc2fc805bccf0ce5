import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { AnyProjection, Handler } from '../../projections/engine/projection.ts';

const SLOT = 0;
const COUNT = 1;
const LOADING = 2;
const BEATS = 3;
const RUNNING = 4;
const MEMBERS = 5;
const NO_SLOT = 0;

/**
 * Memory shared by two threads: the projection and event being folded, the number of folds, the thread's heartbeat, and
 * the projection that began what runs outside folds.
 */
export interface FoldWatch {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly position: BigInt64Array<SharedArrayBuffer>;
  /** Id and type of the event, separated by a space and ended by a NUL. */
  readonly event: Uint8Array<SharedArrayBuffer>;
}
const MAX_EVENT_LENGTH = 255;
const STAY_ALIVE_MS = 1000;
const BEAT_EVERY_MS = 250;

export const createFoldWatch = (): FoldWatch => ({
  state: new Int32Array(new SharedArrayBuffer(MEMBERS * Int32Array.BYTES_PER_ELEMENT)),
  position: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
  event: new Uint8Array(new SharedArrayBuffer(MAX_EVENT_LENGTH + 1)),
});

export type At = Pick<Recorded<AnyEvent>, 'position' | 'id' | 'type'>;
export const AT_MODULE: At = { position: 0n, id: '', type: '' };

const begunBy = new AsyncLocalStorage<number>();
let isTraced = false;

/** From now on the watch names the projection whose promise, timer or message runs outside folds. This slows them all down. */
export function traceStrays({ state }: FoldWatch): void {
  isTraced = true;
  createHook({ before: () => void Atomics.store(state, RUNNING, begunBy.getStore() ?? NO_SLOT) }).enable();
}

/** Runs a part of a projection, which the watch names if the part never ends or ends the thread. `slot` is 1 or more. */
export function during<Result>(
  { state, position, event }: FoldWatch,
  slot: number,
  at: At,
  part: () => Result,
): Result {
  Atomics.store(position, 0, at.position);
  Buffer.from(event.buffer).write(`${at.id} ${at.type}\0`, 0, MAX_EVENT_LENGTH, 'latin1');
  Atomics.add(state, COUNT, 1);
  Atomics.store(state, SLOT, slot);
  try {
    return isTraced ? begunBy.run(slot, part) : part();
  } finally {
    Atomics.store(state, SLOT, NO_SLOT);
  }
}

/** Runs the load of a module, during which other projections may fold. One load at a time. */
export async function whileLoading<Result>(
  { state }: FoldWatch,
  slot: number,
  load: () => Promise<Result>,
): Promise<Result> {
  Atomics.add(state, COUNT, 1);
  Atomics.store(state, LOADING, slot);
  // A thread that awaits nothing but a module would end.
  const staysAlive = setInterval(() => {}, STAY_ALIVE_MS);
  try {
    return await begunBy.run(slot, load);
  } finally {
    clearInterval(staysAlive);
    Atomics.store(state, LOADING, NO_SLOT);
  }
}

export function watched(projection: AnyProjection, slot: number, watch: FoldWatch): AnyProjection {
  const naming =
    <Named>(id: (event: Recorded<AnyEvent>) => Named) =>
    (event: Recorded<AnyEvent>): Named =>
      during(watch, slot, event, () => id(event));
  const folding =
    <Rest extends unknown[], Doc>(fold: (document: Doc, event: Recorded<AnyEvent>, ...rest: Rest) => Doc) =>
    (document: Doc, event: Recorded<AnyEvent>, ...rest: Rest): Doc =>
      during(watch, slot, event, () => fold(document, event, ...rest));
  // biome-ignore lint/suspicious/noExplicitAny: existential over document and event types
  const handler = (one: Handler<any, any>): Handler<any, any> =>
    typeof one === 'function' ? folding(one) : { id: naming(one.id), fold: folding(one.fold) };
  const on = Object.entries(projection.on).flatMap(([type, one]) => (one ? [[type, handler(one)]] : []));
  return { ...projection, id: naming(projection.id), on: Object.fromEntries(on) };
}

export interface CurrentFold {
  readonly slot: number;
  /** Neither a fold nor a load, but something that one of these left running. */
  readonly isStray: boolean;
  readonly position: string;
  readonly eventId: string;
  readonly eventType: string;
}

/** What the thread does for a projection; null if for none. */
export function currentFold({ state, position, event }: FoldWatch): CurrentFold | null {
  const slot = Atomics.load(state, SLOT);
  if (slot === NO_SLOT) {
    const loading = Atomics.load(state, LOADING);
    const running = Atomics.load(state, RUNNING) || loading;
    const isStray = running !== loading;
    return running === NO_SLOT ? null : { slot: running, isStray, position: '0', eventId: '', eventType: '' };
  }
  const [label = ''] = Buffer.from(event.buffer).toString('latin1').split('\0');
  const [eventId = '', eventType = ''] = label.split(' ');
  return { slot, isStray: false, position: String(Atomics.load(position, 0)), eventId, eventType };
}

export function watchForHang(
  watch: FoldWatch,
  limitMs: number,
  onHang: () => void,
  isBusy: () => boolean,
): NodeJS.Timeout {
  return watchCount(() => Atomics.load(watch.state, COUNT), isBusy, limitMs, onHang);
}

/** Shows `watchForSilence` that the thread's event loop turns. */
export function beat({ state }: FoldWatch): void {
  Atomics.add(state, BEATS, 1);
  setInterval(() => Atomics.add(state, BEATS, 1), BEAT_EVERY_MS).unref();
}

/** Calls back when a thread has begun to beat, but neither beats nor begins a fold. */
export function watchForSilence(
  { state }: FoldWatch,
  limitMs: number,
  onSilence: () => void,
  isCounted = () => true,
): NodeJS.Timeout {
  const read = () => Atomics.load(state, BEATS) + Atomics.load(state, COUNT);
  return watchCount(read, () => Atomics.load(state, BEATS) > 0 && isCounted(), limitMs, onSilence);
}

function watchCount(
  read: () => number,
  isBusy: () => boolean,
  limitMs: number,
  onStandstill: () => void,
): NodeJS.Timeout {
  let seen = -1;
  let since = performance.now();
  const timer = setInterval(() => {
    const count = read();
    if (!isBusy() || count !== seen) {
      seen = count;
      since = performance.now();
    } else if (performance.now() - since >= limitMs) {
      clearInterval(timer);
      onStandstill();
    }
  }, limitMs / 10);
  return timer.unref();
}
