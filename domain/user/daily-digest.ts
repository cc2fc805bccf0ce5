import type { Recorded } from '../event-sourcing/event.ts';
import { addDays, dayIn } from '../values/days.ts';
import type { UserEvent } from './events.ts';

/** The hour at which a digest is due, in the person's time zone. No zone changes its clock at this hour. */
export const DIGEST_HOUR = 7;

export interface DailyDigest {
  /** Null while the person wants none. */
  readonly timeZone: string | null;
  /** When the last one was issued, or the digest was switched on: the next one lists what is newer. */
  readonly since: string | null;
  /** The local day (`YYYY-MM-DD`) of the last one, so that no change of clock or zone makes a second one. */
  readonly lastDay: string | null;
  /** Null while the person wants none. */
  readonly dueAt: string | null;
}

export const NO_DIGEST: DailyDigest = { timeZone: null, since: null, lastDay: null, dueAt: null };

export type DigestEvent = Extract<
  UserEvent,
  { type: 'DailyDigestChanged' | 'DailyDigestIssued' | 'PersonalDataErased' }
>;

export function digestAfter(before: DailyDigest, event: Pick<Recorded<DigestEvent>, 'at'> & DigestEvent): DailyDigest {
  switch (event.type) {
    case 'DailyDigestChanged': {
      const timeZone = event.personal?.timeZone ?? null;
      if (timeZone === null) return { ...before, timeZone, since: null, dueAt: null };
      const { lastDay } = before;
      const today = dayIn(timeZone, event.at);
      const first = morningOf(timeZone, today) > Date.parse(event.at) ? today : addDays(today, 1);
      const day = lastDay !== null && first <= lastDay ? addDays(lastDay, 1) : first;
      return { timeZone, since: before.since ?? event.at, lastDay, dueAt: isoOf(morningOf(timeZone, day)) };
    }
    case 'DailyDigestIssued': {
      const { timeZone } = before;
      const lastDay = event.data.day;
      if (timeZone === null) return { ...before, lastDay };
      return { timeZone, since: event.at, lastDay, dueAt: isoOf(morningOf(timeZone, addDays(lastDay, 1))) };
    }
    case 'PersonalDataErased':
      return NO_DIGEST;
  }
}

/** The local day of the digest that is due, late ones included; null if none is. */
export function dueDay({ timeZone, dueAt, lastDay }: DailyDigest, now: number): string | null {
  if (timeZone === null || dueAt === null || now < Date.parse(dueAt)) return null;
  const day = dayIn(timeZone, now);
  return lastDay !== null && day <= lastDay ? null : day;
}

const isoOf = (at: number): string => new Date(at).toISOString();

/** The instant at which the clock of the zone shows the hour of the digest. */
function morningOf(timeZone: string, day: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + DIGEST_HOUR * 3_600_000;
  let at = wanted;
  // The second round corrects an offset that was read on the other side of a clock change.
  for (let round = 0; round < 2; round += 1) at = wanted - offsetAt(timeZone, at);
  return at;
}

function offsetAt(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const seconds = ((part.get('hour') ?? 0) * 60 + (part.get('minute') ?? 0)) * 60 + (part.get('second') ?? 0);
  return Date.parse(`${dayIn(timeZone, at)}T00:00:00Z`) + seconds * 1000 - Math.floor(at / 1000) * 1000;
}
