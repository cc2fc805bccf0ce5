import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCommandEnvironment } from '../../test/support/command-environment.ts';
import type { Outcome } from '../webhook/attempt.ts';
import { LaneReplay, type ReplaySource } from './lane-replay.ts';
import { MOST_HELD, openDeliveryRecords, type WebhookJob } from './records.ts';
import { MOST_TRIES } from './schedule.ts';

const type = 'StatusChanged';
const REFUSED: Outcome = { at: '', ms: 1, status: 500, failure: 'status', response: null, retryAfterMs: 0 };
const TAKEN: Outcome = { ...REFUSED, status: 200, failure: null };
const DAY = 86_400_000;

/** Events of these applications, from number 1. */
async function openFeed(applications: readonly number[]) {
  const stores = await openCommandEnvironment();
  const events = applications.map((application, n) => ({
    ...{ number: n + 1, position: BigInt(n + 1), type },
    applicationId: `application ${application}`,
  }));
  const source: ReplaySource = {
    ...{ webhookId: 'webhook', organizationId: 'school', types: new Set([type]) },
    records: openDeliveryRecords(stores.vault),
    feed: {
      count: async () => events.length,
      range: async (_school, first, last) => events.slice(first - 1, last),
      numberAt: async () => 0,
      publishersOf: async () => new Set(),
    },
  };
  const job: WebhookJob = {
    ...{ _id: 'job', webhookId: 'webhook', organizationId: 'school', kind: 'replay', from: 1, to: events.length },
    ...{ isFailedOnly: false, rate: null, state: 'running', next: 1, sent: 0, failed: 0 },
    ...{ createdAt: '', createdBy: null, finishedAt: null },
  };
  return { stores, source, job };
}

test('each event of a replay is taken once and in the order of its application, whatever fails and after any crash', async () => {
  const someApplications = fc.array(fc.nat(12), { minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(someApplications, fc.infiniteStream(fc.nat(9)), async (applications, chances) => {
      const { stores, source, job } = await openFeed(applications);
      await using _stores = stores;
      let saved = job;
      let replay = await LaneReplay.open(saved, source);
      const ended: number[] = [];
      let tries = 0;
      for (let now = DAY; ; now += DAY) {
        const chosen = await replay.choose(8, now);
        if (chosen.length === 0) break;
        expect(new Set(chosen.map(({ applicationId }) => applicationId)).size).toBe(chosen.length);
        const outcomes: Outcome[] = [];
        for (const reference of chosen) {
          const isTaken = (chances.next().value ?? 0) > 3;
          outcomes.push(isTaken ? TAKEN : REFUSED);
          tries += 1;
          if (isTaken) replay.done(reference);
          if (isTaken || replay.failed(reference, REFUSED, now, 0.5) === null) ended.push(reference.number);
        }
        replay.noteAnswers(outcomes, now, 0.5);
        saved = { ...saved, ...replay.saved };
        if ((chances.next().value ?? 0) > 6) replay = await LaneReplay.open(saved, source);
      }
      expect(ended.toSorted((one, other) => one - other)).toEqual(applications.map((_, n) => n + 1));
      expect(tries).toBeLessThanOrEqual(MOST_TRIES * applications.length);
      for (const own of Map.groupBy(ended, (number) => applications[number - 1]).values()) {
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
      expect(replay.saved).toMatchObject({ next: applications.length + 1, held: [], open: 0 });
    }),
    { numRuns: 50 },
  );
});

test('a replay sends eight messages at once, also where the events of an application lie together', async () => {
  const { stores, source, job } = await openFeed(Array.from({ length: 800 }, (_, n) => Math.floor(n / 10)));
  await using _stores = stores;
  const replay = await LaneReplay.open(job, source);
  let pieces = 0;
  for (;;) {
    const chosen = await replay.choose(8, DAY);
    if (chosen.length === 0) break;
    pieces += 1;
    for (const reference of chosen) replay.done(reference);
  }
  expect(pieces).toBe(100);
});

test('a replay stores a hundred refused applications and their next attempts, and looks at no further event until one goes on', async () => {
  const { stores, source, job } = await openFeed(Array.from({ length: 1000 }, (_, n) => Math.floor(n / 2)));
  await using _stores = stores;
  const replay = await LaneReplay.open(job, source);
  for (;;) {
    const chosen = await replay.choose(8, DAY);
    if (chosen.length === 0) break;
    for (const reference of chosen) replay.failed(reference, REFUSED, DAY, 0.5);
  }
  const { held, next } = replay.saved;
  expect(held.filter(({ tries }) => tries > 0)).toHaveLength(MOST_HELD);
  expect(next).toBeLessThan(250);
  expect(JSON.stringify(held).length).toBeLessThan(20_000);
});

/** Sends what may be sent at this time; returns the numbers. */
async function sendPiece(replay: LaneReplay, now: number, answerTo: (application: string) => Outcome) {
  const chosen = await replay.choose(8, now);
  const outcomes = chosen.map((reference) => {
    const outcome = answerTo(reference.applicationId);
    if (outcome.failure === null) replay.done(reference);
    else replay.failed(reference, outcome, now, 0.5);
    return outcome;
  });
  replay.noteAnswers(outcomes, now, 0.5);
  return chosen.map(({ number }) => number);
}

test.each([
  [500, 30, 310],
  [422, 60, 60],
])(
  'a target that answers %i to %i applications for good gets all others within %i s',
  async (status, count, seconds) => {
    // All but the last four follow each other.
    const refused = new Set(Array.from({ length: count + 4 }, (_, n) => `application ${n < count ? n : 10 * n}`));
    const refusal = { ...REFUSED, status };
    const { stores, source, job } = await openFeed(Array.from({ length: 2000 }, (_, n) => n));
    await using _stores = stores;
    const replay = await LaneReplay.open(job, source);
    const tries = new Map<number, number>();
    let taken = 0;
    let takenAt = 0;
    let now = DAY;
    for (;;) {
      const numbers = await sendPiece(replay, now, (application) => (refused.has(application) ? refusal : TAKEN));
      if (numbers.length === 0 && replay.nextDue === undefined) break;
      if (numbers.length === 0) now = replay.nextDue ?? now;
      for (const number of numbers) {
        tries.set(number, (tries.get(number) ?? 0) + 1);
        if (refused.has(`application ${number - 1}`)) continue;
        taken += 1;
        takenAt = now;
      }
    }
    expect(taken).toBe(2000 - refused.size);
    expect(takenAt - DAY).toBeLessThanOrEqual(seconds * 1000);
    expect([...refused].map((application) => tries.get(Number(application.split(' ')[1]) + 1))).toEqual(
      Array(refused.size).fill(MOST_TRIES),
    );
    // Their own schedule of 27.6 hours, with 20 % more or less.
    expect(now - DAY).toBeLessThan(1.3 * 27.6 * 3_600_000);
  },
);

test('a replay tests a target that refuses everything with a piece of untried messages at each step, also after a restart', async () => {
  const { stores, source, job } = await openFeed(Array.from({ length: 100 }, (_, n) => n));
  await using _stores = stores;
  let replay = await LaneReplay.open(job, source);
  for (let piece = 0; piece < 2; piece += 1) await sendPiece(replay, DAY, () => REFUSED);
  expect(await replay.choose(8, DAY)).toEqual([]);
  replay = await LaneReplay.open({ ...job, ...replay.saved }, source);
  expect(await replay.choose(8, DAY)).toEqual([]);
  // The next steps of those that failed are the same, and later than that of the test.
  for (const wait of [5000, 305_000]) {
    const again = await sendPiece(replay, DAY + wait, () => REFUSED);
    expect(again.filter((number) => number > 16)).toHaveLength(8);
  }
  expect(replay.saved.held.filter(({ tries }) => tries > 0)).toHaveLength(32);
  await sendPiece(replay, 2 * DAY, () => TAKEN);
  expect(await replay.choose(8, 2 * DAY)).toHaveLength(8);
});

test('a replay tests a target that cannot be reached with its oldest message only', async () => {
  const { stores, source, job } = await openFeed(Array.from({ length: 100 }, (_, n) => n));
  await using _stores = stores;
  const replay = await LaneReplay.open(job, source);
  const unreachable: Outcome = { ...REFUSED, status: null, failure: 'refused' };
  await sendPiece(replay, DAY, () => unreachable);
  expect(await sendPiece(replay, DAY, () => unreachable)).toEqual([]);
  expect(await sendPiece(replay, 2 * DAY, () => TAKEN)).toEqual([1]);
  expect(await replay.choose(8, 2 * DAY)).toHaveLength(8);
});

test('a replay waits for events that the store has counted but does not show yet', async () => {
  const { stores, source, job } = await openFeed(Array.from({ length: 10 }, (_, n) => n));
  await using _stores = stores;
  let shown = 3;
  const feed = {
    ...source.feed,
    range: async (school: string, first: number, last: number) =>
      (await source.feed.range(school, first, last)).filter(({ number }) => number <= shown),
  };
  const replay = await LaneReplay.open(job, { ...source, feed });
  await expect(replay.choose(8, DAY)).rejects.toThrow('does not show number 4');
  shown = 10;
  const again = await LaneReplay.open({ ...job, ...replay.saved }, { ...source, feed });
  expect((await again.choose(8, DAY)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
