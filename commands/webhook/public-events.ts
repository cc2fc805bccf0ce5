import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { bodyOf, type Step } from '../../domain/webhook/payload.ts';
import { applicationOf, publicStreamsOf } from '../../domain/webhook/public-event.ts';
import { advance, NOTHING_PUBLIC, originalOf, type PublicState } from '../../domain/webhook/public-state.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { createPublicNames } from './public-names.ts';

export interface PublicReference {
  readonly applicationId: string;
  readonly position: bigint;
}

export interface PublicEvent {
  /** The event's id, which is also the `webhook-id` of its deliveries. */
  readonly id: string;
  /** When it happened. ISO-8601 UTC. */
  readonly at: string;
  /** JSON: the body of a *full* webhook. */
  readonly body: string;
  /** Of the demo or an import: nothing is sent of it. Never an erasure, which a restore repeats silently. */
  readonly isSilent: boolean;
}

/** Makes the bodies of published events from the log, for deliveries and for the feed. */
export interface PublicEvents {
  /** In the order of the references; undefined for what is no published event. */
  read(references: readonly PublicReference[]): Promise<readonly (PublicEvent | undefined)[]>;
  /** Each process calls it with every event, so that states of erased persons are dropped. */
  observe(events: readonly Recorded<AnyEvent>[]): void;
  clear(): void;
}

/** Applications read at once. */
const AT_ONCE = 32;
/** Steps between two turns of the event loop: some milliseconds of work. */
const BODIES_PER_TURN = 100;
/** Characters of answers, and what a state and its recent steps take besides: some 18,000 applications. */
const MOST_HELD = 48_000_000;
const STATE_WEIGHT = 2500;
const MOST_RECENT = 4;
/** A consumer that catches up asks again at once; afterwards nothing of the applicants stays in memory. */
const IDLE_MS = 10_000;
/** Transfers that are followed to the first application. */
const MOST_TRANSFERS = 100;

/** The state of an application as of its newest event that has been read. */
interface Held {
  readonly state: PublicState;
  readonly position: bigint;
  readonly last: Readonly<Record<string, Pick<Recorded<AnyEvent>, 'revision' | 'metadata'>>>;
  /** The newest that were asked for: a webhook and a puller ask for the same ones, one after the other. */
  readonly recent: readonly Step[];
}
const NOTHING_HELD: Held = { state: NOTHING_PUBLIC, position: 0n, last: {}, recent: [] };

export function createPublicEvents({
  log,
  mostHeld = MOST_HELD,
}: {
  readonly log: Pick<EventLog, 'readStream' | 'head'>;
  readonly mostHeld?: number;
}): PublicEvents {
  /** A consumer reads on where it stopped, so the events before are mostly folded already. */
  const states = new LRUCache<string, Held>({
    maxSize: mostHeld,
    sizeCalculation: ({ state }) => STATE_WEIGHT + weightOf(state),
  });
  const names = createPublicNames(log);
  /** Counts what has been dropped: a state that was read before an erasure is not kept after it. */
  let drops = 0;
  let idle: NodeJS.Timeout | undefined;
  const clear = () => {
    drops += 1;
    states.clear();
  };

  async function stepsOf(applicationId: string, wanted: ReadonlySet<bigint>, until: bigint): Promise<readonly Step[]> {
    const known = states.get(applicationId) ?? NOTHING_HELD;
    const again = known.recent.filter(({ event }) => wanted.has(event.position));
    const earlier = [...wanted].filter((position) => position <= known.position);
    const held = earlier.length === again.length ? known : NOTHING_HELD;
    const steps: Step[] = held === known ? again : [];
    if (until <= held.position) return steps;
    const before = drops;
    const events = await eventsAfter(held, applicationId, until);
    const appliedAt = await appliedAtOf(events);
    const last = { ...held.last };
    let { state } = held;
    for (const event of events) {
      const after = advance(state, event, () => appliedAt);
      if (wanted.has(event.position)) steps.push({ event, before: state, after });
      state = after;
      last[event.stream] = { revision: event.revision, metadata: event.metadata };
    }
    const isErased = state.application.kind !== 'application' || state.application.isErased;
    const recent = [...held.recent, ...steps.filter(({ event }) => event.position > held.position)].slice(-MOST_RECENT);
    if (drops === before && !isErased) states.set(applicationId, { state, position: until, last, recent });
    return steps;
  }

  async function eventsAfter({ last }: Held, applicationId: string, until: bigint) {
    const streams = await Promise.all(
      publicStreamsOf(applicationId).map((stream) => log.readStream(stream, last[stream], { until })),
    );
    return streams.flat().sort((one, other) => (one.position < other.position ? -1 : 1));
  }

  /** When the original of a copy was submitted, whose own original may be a copy too. */
  async function appliedAtOf(events: readonly Recorded<AnyEvent>[]): Promise<string | null> {
    const copied = events.find((event) => originalOf(event) !== null);
    let originalId = copied ? originalOf(copied) : null;
    let appliedAt: string | null = null;
    for (let n = 0; originalId !== null && n < MOST_TRANSFERS; n += 1) {
      const [first] = await log.readStream(publicStreamsOf(originalId)[0], undefined, { most: 1 });
      if (!first) break;
      appliedAt = first.at;
      originalId = originalOf(first);
    }
    return appliedAt;
  }

  return {
    async read(references) {
      idle ??= setTimeout(clear, IDLE_MS).unref();
      idle.refresh();
      const groups = [...Map.groupBy(references, ({ applicationId }) => applicationId)];
      const steps: Step[] = [];
      for (let from = 0; from < groups.length; from += AT_ONCE) {
        const found = await Promise.all(
          groups.slice(from, from + AT_ONCE).map(([id, some]) => {
            const positions = some.map(({ position }) => position).sort((one, other) => (one < other ? -1 : 1));
            return stepsOf(id, new Set(positions), positions.at(-1) ?? 0n);
          }),
        );
        steps.push(...found.flat());
        await nextTurn();
      }
      const namesAt = await names.load(steps);
      const made = new Map<bigint, PublicEvent>();
      for (const [n, step] of steps.entries()) {
        if (n % BODIES_PER_TURN === BODIES_PER_TURN - 1) await nextTurn();
        const body = bodyOf(step, namesAt(step.event.position));
        if (body === null) continue;
        const { id, at, type, metadata } = step.event;
        const isSilent = metadata.isSilent === true && type !== 'PersonalDataErased';
        made.set(step.event.position, { id, at, body, isSilent });
      }
      return references.map(({ position }) => made.get(position));
    },

    observe(events) {
      for (const event of events) {
        if (event.type !== 'PersonalDataErased') continue;
        drops += 1;
        states.delete(applicationOf(event));
      }
    },

    clear,
  };
}

function weightOf({ application }: PublicState): number {
  if (application.kind !== 'application') return 0;
  let weight = 0;
  for (const value of Object.values(application.values)) weight += typeof value === 'string' ? value.length : 200;
  return weight;
}
