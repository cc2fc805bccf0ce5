import { LRUCache } from 'lru-cache';
import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { Environment } from './environment.ts';

/** Streams; a state holds at most one configuration. */
const MOST = 32;

interface Snapshot {
  readonly state: unknown;
  readonly last: Recorded<AnyEvent>;
}

const snapshots = new WeakMap<EventLog, LRUCache<string, Snapshot>>();

/**
 * Reads only the events since the cached state, without personal data: each version of a process repeats the whole
 * config. As recent and as verified as `load`.
 */
export async function loadState<State, Event extends AnyEvent, Command extends AnyCommand>(
  { log, onRecent }: Pick<Environment, 'log' | 'onRecent'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
): Promise<State> {
  const stream = `${aggregate.category}-${id}`;
  const known = snapshots.get(log) ?? new LRUCache<string, Snapshot>({ max: MOST });
  snapshots.set(log, known);
  const before = known.get(stream);
  if (before && onRecent && log.endedRecentlyAt?.(stream, before.last.revision)) {
    onRecent();
    return before.state as State;
  }
  let events: readonly Recorded<Event>[];
  try {
    events = (await log.readStream(stream, before?.last)) as readonly Recorded<Event>[];
  } catch (error) {
    // A restored log goes on differently.
    if (!before || !(error instanceof DamagedEvent)) throw error;
    known.delete(stream);
    return loadState({ log }, aggregate, id);
  }
  const initial = before ? (before.state as State) : aggregate.initial;
  const state = events.reduce((folded, event) => aggregate.evolve(folded, event), initial);
  const last = events.at(-1);
  if (last) known.set(stream, { state, last: { ...last, data: {}, personal: null } as Recorded<AnyEvent> });
  return state;
}
