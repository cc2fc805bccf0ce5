import { expect, test } from 'vitest';
import { addDays, dayIn } from '../values/days.ts';
import { type DailyDigest, DIGEST_HOUR, digestAfter, dueDay, NO_DIGEST } from './daily-digest.ts';

const HOUR_MS = 3_600_000;

const switchedOn = (timeZone: string, at: string, before: DailyDigest = NO_DIGEST): DailyDigest =>
  digestAfter(before, { type: 'DailyDigestChanged', data: {}, personal: { timeZone }, at });
const issued = (digest: DailyDigest, day: string, at: number): DailyDigest =>
  digestAfter(digest, {
    type: 'DailyDigestIssued',
    data: { day, since: digest.since ?? '' },
    at: new Date(at).toISOString(),
  });

const hourIn = (timeZone: string, at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));

/** Looks as often as the timer could, twice each time. */
function issuedIn(digest: DailyDigest, from: number, until: number, everyMs: number) {
  const found: { day: string; at: number }[] = [];
  let now = digest;
  for (let at = from; at < until; at += everyMs) {
    for (let worker = 0; worker < 2; worker += 1) {
      const day = dueDay(now, at);
      if (day === null) continue;
      found.push({ day, at });
      now = issued(now, day, at);
    }
  }
  return { found, digest: now };
}

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Manila', 'America/Santiago'])(
  'a year in %s has one digest a day, at the hour, over both changes of the clock',
  (timeZone) => {
    const from = Date.parse('2026-12-31T23:30:00Z');
    const digest = switchedOn(timeZone, new Date(from).toISOString());
    const { found } = issuedIn(digest, from, from + 365 * 24 * HOUR_MS, HOUR_MS / 2);
    expect(found.length).toBeGreaterThanOrEqual(364);
    for (const [index, { day, at }] of found.entries()) {
      expect([day, hourIn(timeZone, at)]).toEqual([dayIn(timeZone, at), DIGEST_HOUR]);
      if (index > 0) expect(day).toBe(addDays(found[index - 1]?.day ?? '', 1));
    }
  },
);

test('after days without a process there is one digest, of the day on which it starts', () => {
  const digest = switchedOn('Europe/Berlin', '2027-03-01T12:00:00Z');
  const start = Date.parse('2027-03-09T15:00:00Z');
  const { found, digest: after } = issuedIn(digest, start, start + 10 * HOUR_MS, HOUR_MS);
  expect(found).toEqual([{ day: '2027-03-09', at: start }]);
  expect(after).toMatchObject({ since: '2027-03-09T15:00:00.000Z', dueAt: '2027-03-10T06:00:00.000Z' });
});

test('a new zone makes no second digest of a local day', () => {
  const at = Date.parse('2027-03-02T18:30:00Z');
  const sent = issuedIn(switchedOn('Pacific/Auckland', '2027-03-01T12:00:00Z'), at, at + HOUR_MS, HOUR_MS).digest;
  expect(sent.lastDay).toBe('2027-03-03');
  const moved = switchedOn('Pacific/Honolulu', '2027-03-02T20:00:00Z', sent);
  expect(moved).toMatchObject({ since: sent.since, lastDay: '2027-03-03', dueAt: '2027-03-04T17:00:00.000Z' });
});

test('a digest that is switched off and on again tells only what is newer', () => {
  const on = switchedOn('Europe/Berlin', '2027-03-01T12:00:00Z');
  const off = digestAfter(on, {
    type: 'DailyDigestChanged',
    data: {},
    personal: { timeZone: null },
    at: '2027-03-01T13:00:00Z',
  });
  expect([off.dueAt, dueDay(off, Date.parse('2027-03-05T12:00:00Z'))]).toEqual([null, null]);
  expect(switchedOn('Europe/Berlin', '2027-03-04T12:00:00Z', off).since).toBe('2027-03-04T12:00:00Z');
});
