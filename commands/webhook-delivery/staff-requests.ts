import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { DeliveryRecords, WebhookJob } from './records.ts';

interface Requested extends Pick<WebhookJob, 'webhookId' | 'kind' | 'from' | 'to'> {
  readonly isParkedOnly?: boolean;
  readonly rate?: number | null;
}

const MOST_OPEN_REPLAYS = 5;

/** The deliverer carries it out, perhaps in another process. A repeated command has the job of the first one. */
export async function addJob(
  { jobs }: Pick<DeliveryRecords, 'jobs'>,
  { webhookId, kind, from, to, isParkedOnly = false, rate = null }: Requested,
  { commandId, organizationId, at, actor }: CommandContext,
): Promise<Result<WebhookJob>> {
  const _id = uuidV5(commandId, 'webhook job');
  const known = await jobs.get(_id);
  if (known) return accept(known);
  const { documents: open } = await jobs.find({ webhookId, state: ['running', 'paused'] });
  if (kind === 'replay' && open.filter((job) => job.kind === 'replay').length >= MOST_OPEN_REPLAYS) {
    return reject('refused', TEXTS.webhooks.tooManyReplays(MOST_OPEN_REPLAYS));
  }
  const job: WebhookJob = {
    ...{ _id, webhookId, organizationId: organizationId ?? '', kind, from, to, isParkedOnly, rate },
    ...{
      state: 'running',
      next: from,
      sent: 0,
      failed: 0,
      createdAt: at,
      createdBy: actor.id ?? null,
      finishedAt: null,
    },
  };
  await jobs.insert(job);
  return accept(job);
}

/** Undefined for a job that has ended. */
export async function changeJob(
  { jobs }: Pick<DeliveryRecords, 'jobs'>,
  id: string,
  changes: { readonly state?: 'running' | 'paused' | 'cancelled'; readonly rate?: number | null },
  now: number,
): Promise<WebhookJob | undefined> {
  for (;;) {
    const job = await jobs.get(id);
    if (!job || job.state === 'done' || job.state === 'cancelled') return undefined;
    const finishedAt = changes.state === 'cancelled' ? new Date(now).toISOString() : null;
    const changed: WebhookJob = { ...job, ...changes, finishedAt };
    // The deliverer counts meanwhile.
    if (await jobs.replace(changed, { state: job.state, next: job.next })) return changed;
  }
}
