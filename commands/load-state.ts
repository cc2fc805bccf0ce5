import type { Aggregate, AnyCommand } from '../domain/aggregate.ts';
import type { AnyEvent, Recorded } from '../domain/event.ts';
import type { Environment } from './environment.ts';
import type { EventLog } from './event-store/event-log.ts';
import { createRecentlyUsed, type RecentlyUsed } from './vault/recently-used.ts';

/** Streams whose state is kept; each state is at most one configuration. */
const MOST = 32;

interface Snapshot {
  readonly state: unknown;
  readonly last: Recorded<AnyEvent>;
}

const snapshots = new WeakMap<EventLog, RecentlyUsed<Snapshot>>();

/**
 * The state of a stream that holds nothing personal, read again from where it was read before: each version of a process holds
 * the whole of it, and an anonymous submission must not cost more with each. Always as fresh as `load`, and events that
 * are read are checked in the same way; what was read before is not read again.
 */
export async function loadState<State, Event extends AnyEvent, Command extends AnyCommand>(
  { log }: Pick<Environment, 'log'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
): Promise<State> {
  const stream = `${aggregate.category}-${id}`;
  const known = snapshots.get(log) ?? createRecentlyUsed<Snapshot>(MOST);
  snapshots.set(log, known);
  const before = known.get(stream);
  const read = (await log.readStream(stream, before?.last)) as readonly Recorded<Event>[];
  const events = read.filter(({ revision }) => revision > (before?.last.revision ?? -1));
  const initial = before ? (before.state as State) : aggregate.initial;
  const state = events.reduce((folded, event) => aggregate.evolve(folded, event), initial);
  const last = events.at(-1);
  if (last) known.set(stream, { state, last: { ...last, data: {}, personal: null } as Recorded<AnyEvent> });
  return state;
}
