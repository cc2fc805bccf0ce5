import { TEXTS } from '../text/texts.ts';
import type { DeliveryFailure } from './delivery.ts';

/** What an attempt says of its failure. */
export interface FailedAttempt {
  readonly failure: DeliveryFailure;
  readonly status: number | null;
  readonly expiredAt?: string | undefined;
  readonly skewMs?: number | undefined;
}

const { failures, statuses } = TEXTS.webhooks;
const MINUTE_MS = 60_000;

/** One or two sentences: what went wrong, and what to do. */
export function adviceOf({ failure, status, expiredAt, skewMs }: FailedAttempt): string {
  const reason =
    failure === 'tls-expired' && expiredAt !== undefined
      ? TEXTS.webhooks.certificateExpired(dayOf(expiredAt))
      : failure === 'status' && status !== null
        ? `${TEXTS.webhooks.answeredWith(status)} ${wordsOf(status)}`
        : failures[failure];
  return skewMs === undefined ? reason : `${reason} ${TEXTS.webhooks.clockDiffers(minutesOf(skewMs))}`;
}

const wordsOf = (status: number): string =>
  new Map(Object.entries<string>(statuses)).get(String(status)) ?? (status >= 500 ? statuses.server : statuses.other);

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(instant),
  );

function minutesOf(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / MINUTE_MS);
  return minutes === 1 ? '1 minute' : `${minutes.toLocaleString('en')} minutes`;
}
