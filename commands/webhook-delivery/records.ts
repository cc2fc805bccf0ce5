import type { DeliveryFailure, MessageState, PauseReason, WebhookTrigger } from '../../domain/webhook/delivery.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';
import type { Outcome } from '../webhook/attempt.ts';

/** Its response is sealed with the person's key; null if there was none, or if the person is erased. */
export interface AttemptRecord extends Omit<Outcome, 'retryAfterMs'> {
  readonly trigger: WebhookTrigger;
}

/** Of one event to one webhook. It holds references only: the body is made from the log when it is sent or shown. */
export interface WebhookMessage {
  readonly _id: string;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly applicationId: string;
  /** Of the event in the organization's feed. */
  readonly number: number;
  /** Also the `webhook-id`. */
  readonly eventId: string;
  readonly type: string;
  /** The time of the event; missing in records of earlier versions. */
  readonly happenedAt?: string;
  readonly state: MessageState;
  /** `webhookId:state`, so that one index finds the messages in a state. */
  readonly box: string;
  /** Scheduled attempts; redeliveries and replays do not count. */
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
  /** Attempts of any trigger so far; missing in records of earlier versions. */
  readonly attempted?: number;
  /** The newest ones, oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

export const attemptedOf = ({ attempted, attempts }: Pick<WebhookMessage, 'attempted' | 'attempts'>): number =>
  attempted ?? attempts.length;

const MOST_NUMBER = 999_999_999_999;
const DIGITS = 12;

/** In the order of their ids, the newest event comes first. */
export const messageId = (webhookId: string, number: number): string =>
  `${webhookId}:${String(MOST_NUMBER - number).padStart(DIGITS, '0')}`;
export const boxOf = (webhookId: string, state: MessageState): string => `${webhookId}:${state}`;

/** Deliveries and failed attempts of one day (UTC), whatever asked for them. */
export interface DayCount {
  readonly date: string;
  readonly delivered: number;
  readonly failed: number;
}

/** What an attempt says of its failure, without the answer. */
export interface KeptFailure {
  readonly at: string;
  readonly failure: DeliveryFailure;
  readonly status: number | null;
  readonly expiredAt?: string;
  readonly skewMs?: number;
}

export const keptFailure = (
  { at, status, expiredAt, skewMs }: Omit<Outcome, 'retryAfterMs'>,
  failure: DeliveryFailure,
): KeptFailure => ({
  ...{ at, failure, status },
  ...(expiredAt !== undefined && { expiredAt }),
  ...(skewMs !== undefined && { skewMs }),
});

/** An application of which a replay has still to send an event that it has looked at. */
export interface HeldApplication {
  readonly applicationId: string;
  /** Of the next event; those behind it wait. */
  readonly number: number;
  /** Failed attempts of this replay. */
  readonly tries: number;
  /** Null for now. */
  readonly nextTryAt: string | null;
}

/** What a replay knows of a target that takes nothing. */
export interface DownReplay {
  /** Steps at which a test failed, and the failures before them as one. */
  readonly tries: number;
  readonly nextTryAt: string;
  /** Nothing answers, so only the oldest event is tried. */
  readonly isUnreachable: boolean;
  /** Also an event of an application that had not failed. */
  readonly hasRefusedTest: boolean;
}

/** How far a webhook has come. */
export interface WebhookProgress {
  readonly _id: string;
  readonly organizationId: string;
  /** Of the newest event of the webhook that has taken effect; -1 for none. */
  readonly revision: number;
  /** Every event up to here is delivered, has a record, or is of no interest to the webhook. */
  readonly number: number;
  /** Of the first failed attempt since the last delivery. */
  readonly failingSince: string | null;
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: KeptFailure | null;
  /** The target answers nothing: one message is tried at each step, the others wait. */
  readonly down: { readonly tries: number; readonly nextTryAt: string } | null;
  /** The newest eight, oldest first. */
  readonly days: readonly DayCount[];
  /** Prevents a former leader from moving it back. */
  readonly holder: string;
}

/** A request of staff. `redeliver` and `skip` have one number. */
export interface WebhookJob {
  readonly _id: string;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly kind: 'redeliver' | 'skip' | 'replay';
  /** Numbers in the feed, both included. */
  readonly from: number;
  readonly to: number;
  /** Only messages that have failed: parked ones, and those that wait for their next attempt. */
  readonly isFailedOnly?: boolean;
  /** How many of them there were when staff asked; missing if it sends others. */
  readonly total?: number | undefined;
  /** What both were called in records of earlier versions. */
  readonly isParkedOnly?: boolean;
  readonly parked?: number;
  /** Messages per second; null: as fast as the target answers. */
  readonly rate: number | null;
  /** *Asked*: it is counted with the other open ones before it is accepted. */
  readonly state: 'asked' | 'running' | 'paused' | 'done' | 'cancelled';
  /** Missing if staff paused it. */
  readonly pausedFor?: PauseReason | undefined;
  /** When staff last continued it. */
  readonly continuedAt?: string;
  /** How often the deliverer has saved it; missing before the first time, and in records of earlier versions. */
  readonly saves?: number;
  /** The next number to look at. */
  readonly next: number;
  /** Before it; missing without any, and in records of earlier versions. */
  readonly held?: readonly HeldApplication[];
  /** How many events of these are left. */
  readonly open?: number;
  /** The target refuses everything, so one event at a time tests it; missing in records of earlier versions. */
  readonly down?: DownReplay | null;
  /** Of a replay. */
  readonly lastFailure?: KeptFailure;
  readonly sent: number;
  readonly failed: number;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly finishedAt: string | null;
}

/** Whether it sends only messages that have failed, and how many there were. */
export const failedOnlyOf = ({ isFailedOnly, total, isParkedOnly = false, parked }: WebhookJob) => ({
  isFailedOnly: isFailedOnly ?? isParkedOnly,
  total: total ?? parked,
});

/** What staff change. The deliverer saves a replay while they may pause, continue and cancel it. */
export const asStaffLeft = ({ state, rate, continuedAt }: WebhookJob) => ({
  state,
  rate,
  continuedAt: continuedAt ?? null,
});

/** Also what the deliverer changes. */
export const asItIs = (job: WebhookJob) => ({ ...asStaffLeft(job), saves: job.saves ?? null });

export interface DeliveryRecords {
  readonly messages: VaultCollection<WebhookMessage>;
  readonly progress: VaultCollection<WebhookProgress>;
  readonly jobs: VaultCollection<WebhookJob>;
}

/** Applications with a failed event that a replay keeps at once: until one goes on, it looks at no further event. */
export const MOST_HELD = 100;
/** Failed messages of a webhook and those behind them: until some are delivered or given up, it looks at no further event. */
export const MOST_BLOCKED = 10_000;

/** A power failure may lose the newest: then a message arrives twice. */
const mayBeLost = true;

export const openDeliveryRecords = (vault: Vault): DeliveryRecords => ({
  messages: vault.collection<WebhookMessage>({
    name: 'webhookMessages',
    indexes: ['webhookId', 'box', 'state', 'type', 'applicationId', 'firstAt', 'lastAt'],
    mayBeLost,
  }),
  progress: vault.collection<WebhookProgress>({ name: 'webhookProgress', indexes: ['organizationId'], mayBeLost }),
  jobs: vault.collection<WebhookJob>({
    name: 'webhookJobs',
    indexes: ['webhookId', 'organizationId', 'kind', 'state', 'createdAt'],
    mayBeLost,
  }),
});

const MOST_DAYS = 8;

export function countedOn(days: readonly DayCount[], date: string, isDelivered: boolean): readonly DayCount[] {
  const day = days.find((one) => one.date === date) ?? { date, delivered: 0, failed: 0 };
  const counted = isDelivered ? { ...day, delivered: day.delivered + 1 } : { ...day, failed: day.failed + 1 };
  return [...days.filter((one) => one.date !== date), counted].slice(-MOST_DAYS);
}
