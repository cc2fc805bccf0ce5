import {
  type AttemptRecord,
  failedOnlyOf,
  type KeptFailure,
  MOST_HELD,
  type WebhookJob,
  type WebhookMessage,
  type WebhookProgress,
} from '../../commands/webhook-delivery/records.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { adviceOf } from '../../domain/webhook/advice.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { WebhookMessageView, WebhookReplay } from '../contract/webhooks.ts';

/** What decides when a message is tried next. */
interface Sending {
  readonly webhook: Pick<WebhookDocument, 'standing'>;
  /** Undefined if nothing has been sent. */
  readonly progress: Pick<WebhookProgress, 'down'> | undefined;
  /** Numbers of messages that only paused replays would try again. */
  readonly paused: ReadonlySet<number>;
}

function nextTryOf(
  { number, nextTryAt, attempts, state }: Pick<WebhookMessage, 'number' | 'nextTryAt' | 'attempts' | 'state'>,
  { webhook, progress, paused }: Sending,
): string | null {
  // That answer disables the webhook, which the read model may not show yet.
  if (attempts.at(-1)?.failure === 'gone') return null;
  // A replay also sends while the webhook is paused.
  if (state === 'replaying') return paused.has(number) ? null : nextTryAt;
  if (nextTryAt === null) return null;
  if (webhook.standing.kind !== 'enabled') return null;
  const down = progress?.down?.nextTryAt;
  return down !== undefined && down > nextTryAt ? down : nextTryAt;
}

/** `responseOf` opens what the target answered; without it, lists show none. */
export async function webhookMessageView(
  message: WebhookMessage,
  applicant: string | null,
  sending: Sending,
  responseOf: (attempt: AttemptRecord) => Promise<string | null> = async () => null,
): Promise<WebhookMessageView> {
  const { number, eventId, type, applicationId, state, tries, happenedAt, firstAt, lastAt, attempts } = message;
  const shown = attempts.toReversed().map(async (attempt) => {
    const { at, trigger, ms, status, failure } = attempt;
    const advice = failure === null ? null : adviceOf({ ...attempt, failure });
    return { at, trigger, ms, status, failure, advice, response: await responseOf(attempt) };
  });
  return {
    ...{ number, eventId, type, applicationId, applicant, state, tries, firstAt, lastAt },
    happenedAt: happenedAt ?? null,
    nextTryAt: nextTryOf(message, sending),
    attempts: await Promise.all(shown),
  };
}

/** What a replay may wait for. */
interface BesideReplay {
  /** Of its webhook; the oldest one that runs is sent. */
  readonly replays: readonly WebhookJob[];
  /** New events that wait test a target that is down, before a replay sends any; null if it is not down. */
  readonly tested: Pick<WebhookProgress, 'lastFailure' | 'down'> | null;
}

export function webhookReplayView(
  job: WebhookJob,
  { replays, tested }: BesideReplay = { replays: [], tested: null },
): WebhookReplay {
  const { _id, state, pausedFor, rate, from, to, next, open = 0, down, sent, failed } = job;
  const { lastFailure, createdAt, finishedAt } = job;
  const { isFailedOnly, total } = failedOnlyOf(job);
  const { held = [] } = job;
  const retried = held.filter(({ tries }) => tries > 0);
  const isOpen = state !== 'done' && state !== 'cancelled';
  const retrying = isOpen ? retried.length : 0;
  const [oldest] = retried.toSorted((one, other) => one.number - other.number);
  const tried = down?.isUnreachable && oldest ? [oldest] : retried;
  const isMore = retried.length < held.length || (next <= to && retried.length < MOST_HELD);
  const test = down && !down.isUnreachable && isMore ? down.nextTryAt : null;
  const times = [...tried.map(({ nextTryAt }) => nextTryAt), test].filter((at) => at !== null);
  const looked = Math.min(next, to + 1) - from - open;
  const isLooked = next > to && open === 0;
  const isRunning = state === 'running';
  const isBehind = isRunning && replays.some((one) => one.state === 'running' && one.createdAt < createdAt);
  const target = isRunning && !isBehind ? tested : null;
  const failure = target ? target.lastFailure : retrying > 0 || failed > 0 ? lastFailure : null;
  return {
    ...{ _id, isFailedOnly, rate, sent, failed, retrying, createdAt, finishedAt },
    state: state === 'asked' ? 'running' : state,
    waitsFor: isBehind ? 'replay' : target ? 'target' : null,
    pausedFor: pausedFor ?? null,
    total: total ?? Math.max(0, to - from + 1),
    done: total === undefined ? looked : isLooked ? total : Math.min(total, sent + failed),
    nextTryAt: isRunning ? (target?.down?.nextTryAt ?? times.toSorted()[0] ?? null) : null,
    advice: failure ? replayAdviceOf(failure, retrying) : null,
  };
}

const replayAdviceOf = (failure: KeptFailure, retrying: number): string =>
  retrying < MOST_HELD ? adviceOf(failure) : `${adviceOf(failure)} ${TEXTS.webhooks.replayHolds(MOST_HELD)}`;
