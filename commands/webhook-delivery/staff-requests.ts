import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { MessageState, PauseReason } from '../../domain/webhook/delivery.ts';
import { inPages } from '../../timing/in-pages.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { asItIs, boxOf, type DeliveryRecords, type WebhookJob, type WebhookMessage } from './records.ts';

interface Requested extends Pick<WebhookJob, 'webhookId' | 'kind' | 'from' | 'to'> {
  readonly isFailedOnly?: boolean;
  readonly rate?: number | null;
}

/** Jobs of a kind at once, of a webhook and of a school. */
const MOST_OPEN = { replay: 5, redeliver: 20, skip: 20 } as const;
const MOST_OPEN_OF_SCHOOL = 100;
/** An older one was left by a process that ended before it had counted. */
const ASKED_MS = 60_000;
const MOST_LISTED = 50;
const PAGE = 500;
const MOST_FAILED = 10_000;
const OPEN = ['running', 'paused'] as const;
const COUNTED = ['asked', ...OPEN] as const;

const replaysOf = (webhookId: string) => ({ webhookId, kind: 'replay' }) as const;

/** The deliverer carries it out, perhaps in another process. A repeated command has the job of the first one. */
export async function addJob(
  { jobs, messages }: Pick<DeliveryRecords, 'jobs' | 'messages'>,
  { webhookId, kind, from, to, isFailedOnly = false, rate = null }: Requested,
  { commandId, organizationId, at, actor }: CommandContext,
): Promise<Result<WebhookJob>> {
  const _id = uuidV5(commandId, 'webhook job');
  const known = await jobs.get(_id);
  if (known && known.state !== 'asked') return accept(known);
  const total = isFailedOnly ? (await failedIn({ messages }, webhookId, { from, to })).length : undefined;
  if (total === 0) return reject('refused', TEXTS.webhooks.replayNoneFailed);
  const job: WebhookJob = {
    ...{ _id, webhookId, organizationId: organizationId ?? '', kind, from, to, isFailedOnly, rate },
    ...{
      state: 'asked',
      ...(total !== undefined && { total }),
      next: from,
      sent: 0,
      failed: 0,
      createdAt: at,
      createdBy: actor.id ?? null,
      finishedAt: null,
    },
  };
  // One after the other, so that requests at the same time are not all refused.
  return inQueue(jobs, job.organizationId, async () => {
    await jobs.insert(job);
    // Counted after it is stored: of requests in several processes at once at most as many are accepted as are free.
    const refusal = await tooManyBeside(jobs, job);
    if (refusal !== null) {
      await jobs.delete(_id, { state: 'asked' });
      return reject('refused', refusal);
    }
    const accepted = { ...job, state: 'running' } as const;
    await jobs.replace(accepted, { state: 'asked' });
    return accept(accepted);
  });
}

async function tooManyBeside(jobs: DeliveryRecords['jobs'], job: WebhookJob): Promise<string | null> {
  const { kind, webhookId, organizationId, createdAt } = job;
  const isCounted = (one: WebhookJob) =>
    one.state !== 'asked' || Date.parse(one.createdAt) > Date.parse(createdAt) - ASKED_MS;
  const { documents } = await jobs.find({ organizationId, kind, state: COUNTED });
  const counted = documents.filter(isCounted);
  if (counted.filter((one) => one.webhookId === webhookId).length > MOST_OPEN[kind]) {
    return TEXTS.webhooks.tooManyJobs[kind](MOST_OPEN[kind]);
  }
  return counted.length > MOST_OPEN_OF_SCHOOL ? TEXTS.webhooks.tooManyJobsOfSchool(MOST_OPEN_OF_SCHOOL) : null;
}

/** Whether staff have asked to send this message again, and no attempt has answered it. */
export async function isBeingSentAgain(
  { jobs }: Pick<DeliveryRecords, 'jobs'>,
  { webhookId, number }: Pick<WebhookMessage, 'webhookId' | 'number'>,
): Promise<boolean> {
  const { documents } = await jobs.find({ webhookId, kind: 'redeliver', state: 'running' });
  return documents.some(({ from }) => from === number);
}

/** Those under way, and the newest that have ended; the newest first. */
export async function listReplays({ jobs }: Pick<DeliveryRecords, 'jobs'>, webhookId: string) {
  const newest = { sort: { by: 'createdAt', descending: true }, limit: MOST_LISTED } as const;
  const [open, ended] = await Promise.all(
    [OPEN, ['done', 'cancelled']].map((state) => jobs.find({ ...replaysOf(webhookId), state }, newest)),
  );
  const found = [...(open?.documents ?? []), ...(ended?.documents ?? [])];
  return found.toSorted((one, other) => (one.createdAt > other.createdAt ? -1 : 1));
}

/** What is tried again waits no longer. */
export const triedNow = ({ held }: Pick<WebhookJob, 'held'>) => ({
  down: null,
  ...(held && { held: held.map((one) => ({ ...one, nextTryAt: null })) }),
});

/** Undefined for a job that has ended. */
export async function changeJob(
  { jobs }: Pick<DeliveryRecords, 'jobs'>,
  id: string,
  changes: {
    readonly state?: 'running' | 'paused' | 'cancelled';
    readonly pausedFor?: PauseReason;
    readonly rate?: number | null;
  },
  now: number,
): Promise<WebhookJob | undefined> {
  for (;;) {
    const job = await jobs.get(id);
    if (!job || job.state === 'done' || job.state === 'cancelled') return undefined;
    const finishedAt = changes.state === 'cancelled' ? new Date(now).toISOString() : null;
    const changed: WebhookJob = {
      ...{ ...job, ...(changes.state && { pausedFor: undefined }), ...changes, finishedAt },
      ...(changes.state === 'running' && { ...triedNow(job), continuedAt: new Date(now).toISOString() }),
    };
    // The deliverer saves it meanwhile.
    if (await jobs.replace(changed, asItIs(job))) return changed;
  }
}

/** Until staff continue it. What it would have tried again is parked, so that enabling the webhook also sends it. */
export async function pauseReplay(
  records: Pick<DeliveryRecords, 'jobs' | 'messages'>,
  id: string,
  pausedFor: PauseReason,
  now: number,
): Promise<void> {
  const changed = await changeJob(records, id, { state: 'paused', pausedFor }, now);
  if (changed) await parkWhatItLeft(records, changed);
}

/** Those that were asked for before the webhook was disabled. */
export async function pauseReplays(
  records: Pick<DeliveryRecords, 'jobs' | 'messages'>,
  webhookId: string,
  before: string,
): Promise<void> {
  const { documents } = await records.jobs.find({ ...replaysOf(webhookId), state: 'running' });
  for (const { _id, createdAt } of documents) {
    if (createdAt <= before) await pauseReplay(records, _id, 'disabled', Date.parse(before));
  }
}

/** Of messages whose last attempt failed, unless a replay tries them again. */
const FAILED: readonly MessageState[] = ['parked', 'waiting'];

export const isFailed = ({ state }: Pick<WebhookMessage, 'state'>): boolean =>
  state === 'replaying' || FAILED.includes(state);

/** The numbers of the failed messages of a range, in the order of the feed; a replay itself adds those that it tries again. */
export async function failedIn(
  { messages }: Pick<DeliveryRecords, 'messages'>,
  webhookId: string,
  { from, to }: Pick<WebhookJob, 'from' | 'to'>,
  states: readonly MessageState[] = FAILED,
): Promise<readonly number[]> {
  const box = states.map((state) => boxOf(webhookId, state));
  const { documents } = await messages.find({ box }, { limit: MOST_FAILED });
  const numbers = documents.map(({ number }) => number).filter((one) => one >= from && one <= to);
  return numbers.sort((one, other) => one - other);
}

/** The numbers of the messages that only paused replays would try again. */
export async function pausedIn(
  { jobs }: Pick<DeliveryRecords, 'jobs'>,
  webhookId: string,
): Promise<ReadonlySet<number>> {
  const { documents } = await jobs.find({ ...replaysOf(webhookId), state: OPEN });
  const heldBy = (state: WebhookJob['state']) =>
    new Set(
      documents.filter((job) => job.state === state).flatMap(({ held = [] }) => held.map(({ number }) => number)),
    );
  return heldBy('paused').difference(heldBy('running'));
}

/** Messages that a cancelled or paused replay would have tried again, except those that another one tries. */
export async function parkWhatItLeft(
  { jobs, messages }: Pick<DeliveryRecords, 'jobs' | 'messages'>,
  { _id, webhookId, from, to }: Pick<WebhookJob, '_id' | 'webhookId' | 'from' | 'to'>,
): Promise<void> {
  const box = boxOf(webhookId, 'replaying');
  const others = (await jobs.find({ ...replaysOf(webhookId), state: OPEN })).documents;
  // What the portal has paused has parked its own.
  const trying = others.filter((one) => one._id !== _id && one.pausedFor === undefined);
  const kept = new Set(trying.flatMap(({ held = [] }) => held.map(({ number }) => number)));
  const parked = { state: 'parked', box: boxOf(webhookId, 'parked'), nextTryAt: null } as const;
  for await (const { documents } of inPages((at) => messages.find({ box }, { limit: PAGE, ...at }))) {
    const left = documents.filter(({ number }) => number >= from && number <= to && !kept.has(number));
    await Promise.all(
      left.map((message) =>
        messages.replace({ ...message, ...parked }, { state: 'replaying', lastAt: message.lastAt }),
      ),
    );
  }
}
