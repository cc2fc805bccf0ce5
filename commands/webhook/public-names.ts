import { LRUCache } from 'lru-cache';
import { assessment } from '../../domain/assessment/assessment.ts';
import { batch } from '../../domain/batch/batch.ts';
import type { Aggregate } from '../../domain/event-sourcing/aggregate.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { paymentModel } from '../../domain/payment-model/payment-model.ts';
import type { NamesAt, Step } from '../../domain/webhook/payload.ts';
import type { EventLog } from '../event-store/event-log.ts';

const MOST_TIMELINES = 2000;

/** Each name with the position from which it holds, ascending. */
interface Timeline {
  readonly names: readonly { readonly from: bigint; readonly name: string }[];
  /** It is complete up to here. */
  readonly until: bigint;
}
const NO_NAMES: Timeline = { names: [], until: 0n };

// biome-ignore lint/suspicious/noExplicitAny: existential over states and events
type AnyAggregate = Aggregate<any, any, any>;
const NAMED = { batch, assessment, paymentModel } as const satisfies Readonly<Record<string, AnyAggregate>>;
type Named = keyof typeof NAMED;

/** Names as of each position, because a body must be the same whenever it is made. */
export function createPublicNames(log: Pick<EventLog, 'readStream' | 'head'>) {
  /** A log only grows, so what was once read stays right. */
  const timelines = new LRUCache<string, Timeline>({ max: MOST_TIMELINES });

  async function timelineOf(kind: Named, id: string, until: bigint): Promise<Timeline> {
    const stream = streamOf(NAMED[kind].category, id);
    const known = timelines.get(stream);
    if (known && known.until >= until) return known;
    const head = await log.head();
    const timeline = { names: namesIn(NAMED[kind], await log.readStream(stream)), until: head };
    timelines.set(stream, timeline);
    return timeline;
  }

  /** Never kept: it is personal. An account's email does not change. */
  async function emailOf(userId: string): Promise<string | null> {
    const [first] = await log.readStream(streamOf('user', userId), undefined, { most: 1 });
    const personal = first?.personal as { readonly email?: string } | null | undefined;
    return personal?.email ?? null;
  }

  return {
    async load(steps: readonly Step[]): Promise<(position: bigint) => NamesAt> {
      const until = steps.reduce((last, { event }) => (event.position > last ? event.position : last), 0n);
      const { named, users } = idsIn(steps);
      const known = new Map<string, Timeline>();
      for (const [key, [kind, id]] of named) known.set(key, await timelineOf(kind, id, until));
      const emails = new Map<string, string | null>();
      for (const id of users) emails.set(id, await emailOf(id));
      const nameAt = (position: bigint, kind: Named, id: string) =>
        (known.get(`${kind} ${id}`) ?? NO_NAMES).names.findLast(({ from }) => from <= position)?.name ?? null;
      return (position) => ({
        batch: (id) => nameAt(position, 'batch', id),
        assessment: (id) => nameAt(position, 'assessment', id),
        paymentModel: (id) => nameAt(position, 'paymentModel', id),
        emailOf: (id) => emails.get(id) ?? null,
      });
    },
  };
}

function namesIn({ initial, evolve }: AnyAggregate, events: readonly Recorded<AnyEvent>[]): Timeline['names'] {
  const names: { from: bigint; name: string }[] = [];
  let state = initial;
  for (const event of events) {
    state = evolve(state, event);
    const name = (state as { readonly details?: { readonly name: string } }).details?.name ?? '';
    if (name !== names.at(-1)?.name) names.push({ from: event.position, name });
  }
  return names;
}

function idsIn(steps: readonly Step[]) {
  const named = new Map<string, readonly [Named, string]>();
  const users = new Set<string>();
  const add = (kind: Named, id: string | null) => {
    if (id !== null) named.set(`${kind} ${id}`, [kind, id]);
  };
  for (const { before, after } of steps) {
    for (const { application, attempts } of [before, after]) {
      if (application.kind !== 'application') continue;
      add('batch', application.batchId);
      add('paymentModel', application.selectedPaymentModelId);
      if (application.adminAssigneeId !== null) users.add(application.adminAssigneeId);
      for (const { assessmentId } of attempts.values()) add('assessment', assessmentId);
    }
  }
  return { named, users };
}
