import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import { decideAll } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type DecisionContext, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { QUOTAS, type StreamQuota } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { NO_STREAM, WrongExpectedRevision } from '../event-store/port.ts';
import { refusalOf, UnstorableEvent } from '../event-store/unstorable-event.ts';
import type { Environment } from './environment.ts';

const ATTEMPTS = 3;

export interface Loaded<State, Event> {
  readonly state: State;
  readonly events: readonly Recorded<Event>[];
  readonly revision: number;
}

export interface Handled<State, Event> extends Loaded<State, Event> {
  readonly id: string;
  /** Of the command's last event, or of the stream if nothing changed; 0 for an empty stream. */
  readonly position: bigint;
  readonly appended: readonly Recorded<Event>[];
}

export async function load<State, Event extends AnyEvent, Command extends AnyCommand>(
  { log, onRecent }: Pick<Environment, 'log' | 'onRecent'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Loaded<State, Event>> {
  const stream = `${aggregate.category}-${id}`;
  const recent = onRecent && recentOf(log, stream);
  if (recent) onRecent();
  const all = (recent ?? (await log.readStream(stream))) as readonly Recorded<Event>[];
  return folded(aggregate, upTo === Number.POSITIVE_INFINITY ? all : all.filter((event) => event.revision <= upTo));
}

function recentOf(log: EventLog, stream: string): readonly Recorded<AnyEvent>[] | undefined {
  const known = log.known?.(stream) ?? [];
  return log.endedRecentlyAt?.(stream, known.at(-1)?.revision ?? NO_STREAM) ? known : undefined;
}

/** As this process last read or wrote it, or undefined: no refusal may rest on it. */
function peek<State, Event extends AnyEvent, Command extends AnyCommand>(
  { log }: Pick<Environment, 'log'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
): Loaded<State, Event> | undefined {
  const known = log.known?.(`${aggregate.category}-${id}`) as readonly Recorded<Event>[] | undefined;
  return known && folded(aggregate, known);
}

/** The states after the newest events of streams in memory: an event, once decoded, belongs to one beginning of a stream. */
const states = new WeakMap<object, WeakMap<Recorded<AnyEvent>, unknown>>();
/** A command appends few. */
const FEW_EVENTS = 8;

function folded<State, Event extends AnyEvent, Command extends AnyCommand>(
  aggregate: Aggregate<State, Event, Command>,
  events: readonly Recorded<Event>[],
): Loaded<State, Event> {
  const known = states.get(aggregate) ?? new WeakMap<Recorded<AnyEvent>, unknown>();
  states.set(aggregate, known);
  const last = events.at(-1);
  const before = events.slice(-FEW_EVENTS).findLast((event) => known.has(event));
  const added = before ? events.slice(events.lastIndexOf(before) + 1) : events;
  const initial = before ? (known.get(before) as State) : aggregate.initial;
  const state = added.reduce((state, event) => aggregate.evolve(state, event), initial);
  if (before) known.delete(before);
  if (last) known.set(last, state);
  return { state, events, revision: last?.revision ?? NO_STREAM };
}

/**
 * Decides on what this process knows of the stream, and appends at the exact revision. Reads on after a lost race, and
 * before it refuses or changes nothing; after three attempts, or more for busy streams, it is a conflict. A command id that the stream contains is a retry: the same input gets the
 * recorded answer, another is refused.
 */
export async function handle<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log' | 'onRecent' | 'onCommand'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
  commands: readonly Command[] | ((loaded: Loaded<State, Event>) => Result<readonly Command[]>),
  context: CommandContext,
  { attempts = ATTEMPTS, loaded, quota = QUOTAS.account.changesOfStream }: HandleOptions<State, Event> = {},
): Promise<Result<Handled<State, Event>>> {
  const { category } = aggregate;
  const typesOf = (chosen: readonly Command[]) => chosen.map(({ type }) => type);
  let types = typeof commands === 'function' ? [] : typesOf(commands);
  const choose = (given: Loaded<State, Event>): Result<readonly Command[]> => {
    if (typeof commands !== 'function') return accept(commands);
    const chosen = commands(given);
    if (chosen.ok) types = typesOf(chosen.value);
    return chosen;
  };
  try {
    const handled = await inQueue(environment.log, `${category}-${id}`, (hasWaited) =>
      decideAndAppend(environment, aggregate, id, choose, context, {
        attempts,
        quota,
        ...(!hasWaited && { loaded }),
      }),
    );
    environment.onCommand?.({ category, types, refusal: handled.ok ? null : handled.rejection.code });
    return handled;
  } catch (error) {
    environment.onCommand?.({ category, types, refusal: null, error });
    throw error;
  }
}

export interface HandleOptions<State, Event> {
  readonly attempts?: number;
  /** For the first decision, because the append detects changes. */
  readonly loaded?: Loaded<State, Event> | undefined;
  readonly quota?: StreamQuota | null;
}

async function decideAndAppend<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log' | 'onRecent'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
  choose: (loaded: Loaded<State, Event>) => Result<readonly Command[]>,
  context: CommandContext,
  { attempts = ATTEMPTS, loaded: known, quota = null }: HandleOptions<State, Event>,
): Promise<Result<Handled<State, Event>>> {
  const decide = (loaded: Loaded<State, Event>) =>
    decideOnce(environment, aggregate, id, loaded, choose, context, quota);
  const guess = known ? undefined : peek(environment, aggregate, id);
  if (guess) {
    const guessed = await decide(guess);
    if (guessed?.ok && guessed.value.appended.length > 0) return guessed;
  }
  for (let attempt = known ? 0 : 1; ; attempt += 1) {
    const loaded = attempt === 0 && known ? known : await load(environment, aggregate, id);
    if (attempt > attempts && !isRecorded(loaded, context)) return reject('conflict', TEXTS.documents.busy);
    const decided = await decide(loaded);
    if (decided) return decided;
  }
}

/** A repeated command: `handle` answers it without a decision, so nothing around it may happen again either. */
export const isRecorded = (
  { events }: Pick<Loaded<unknown, AnyEvent>, 'events'>,
  { commandId }: CommandContext,
): boolean => events.some(({ metadata }) => metadata.commandId === commandId);

/** Undefined after a lost race. */
async function decideOnce<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  aggregate: Aggregate<State, Event, Command>,
  id: string,
  loaded: Loaded<State, Event>,
  choose: (loaded: Loaded<State, Event>) => Result<readonly Command[]>,
  context: CommandContext,
  quota: StreamQuota | null,
): Promise<Result<Handled<State, Event>> | undefined> {
  const stream = `${aggregate.category}-${id}`;
  const recorded = loaded.events.filter((event) => event.metadata.commandId === context.commandId);
  if (recorded[0]) return answerAgain(aggregate, id, loaded, recorded, context);

  const wanted = choose(loaded);
  if (!wanted.ok) return wanted;
  const last = loaded.events.at(-1);
  const decided = decideAll(aggregate, wanted.value, loaded.state, decisionContext(context, last));
  if (!decided.ok) return decided;
  if (decided.value.events.length === 0) {
    return accept({ ...loaded, id, position: last?.position ?? 0n, appended: [] });
  }
  const refusal = quota && refusalOfChanges(quota, loaded.events, decided.value.events.length, context);
  if (refusal) return refusal;
  try {
    const appended = await environment.log.append(stream, last, decided.value.events, {
      ...context,
      at: decisionContext(context, last).at,
    });
    const events = appended.events as readonly Recorded<Event>[];
    return accept({
      id,
      state: decided.value.state,
      events: [...loaded.events, ...events],
      revision: appended.revision,
      position: appended.position,
      appended: events,
    });
  } catch (error) {
    if (error instanceof UnstorableEvent) return refusalOf(error);
    if (!(error instanceof WrongExpectedRevision)) throw error;
    return undefined;
  }
}

const DAY_MS = 24 * 3_600_000;
const COUNTED: ReadonlySet<string> = new Set(['user', 'token']);

/**
 * Per account, because each command folds the whole stream. The append at the exact revision keeps the count correct
 * across processes.
 */
function refusalOfChanges(
  { perDay, inAll }: StreamQuota,
  events: readonly Recorded<AnyEvent>[],
  added: number,
  { actor, at, isSilent = false }: CommandContext,
): Result<never> | null {
  if (!COUNTED.has(actor.kind) || isSilent || events.length + added <= perDay) return null;
  const since = new Date(Date.parse(at) - DAY_MS).toISOString();
  const own = events.filter((event) => event.actor.id === actor.id);
  if (own.length + added > inAll) return reject('refused', TEXTS.quotas.changes(inAll));
  const isTooMany = own.filter((event) => event.at > since).length + added > perDay;
  return isTooMany ? reject('too-many-requests', TEXTS.quotas.changesToday(perDay)) : null;
}

/** `at` is never earlier than the stream's last event, even if clocks differ. */
export function decisionContext(context: CommandContext, last: Recorded<AnyEvent> | undefined): DecisionContext {
  return {
    at: last && last.at > context.at ? last.at : context.at,
    actor:
      context.actor.id === undefined
        ? { kind: context.actor.kind }
        : { kind: context.actor.kind, id: context.actor.id },
    newId: (label) => uuidV5(context.commandId, label),
  };
}

function answerAgain<State, Event extends AnyEvent, Command extends AnyCommand>(
  aggregate: Aggregate<State, Event, Command>,
  id: string,
  loaded: Loaded<State, Event>,
  recorded: readonly Recorded<Event>[],
  context: CommandContext,
): Result<Handled<State, Event>> {
  if (recorded[0]?.metadata.commandHash !== context.commandHash) {
    return reject('refused', TEXTS.access.keyUsed);
  }
  const revision = recorded.at(-1)?.revision ?? NO_STREAM;
  const events = loaded.events.filter((event) => event.revision <= revision);
  return accept({
    id,
    state: events.reduce((state, event) => aggregate.evolve(state, event), aggregate.initial),
    events,
    revision,
    position: recorded.at(-1)?.position ?? 0n,
    appended: recorded,
  });
}
