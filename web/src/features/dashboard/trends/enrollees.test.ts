import { describe, expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { dayReader } from '../../../../../domain/values/days.ts';
import { REST_COLOUR } from '../../../shared/charts/chart-colours.ts';
import { countEnrollees, MOST_SERIES, type Question, windowOf } from './enrollees.ts';
import { membershipIn, ongoingOf } from './groups.ts';

const NAMES = new Map([
  ['day', 'Full-Stack, day'],
  ['java', 'Java'],
]);
const came = (at: string, batchId = 'day', source: string | null = null, status = 'NEW') =>
  ({
    batchId,
    status,
    createdAt: `${at}:00.000Z`,
    tracking: { source, medium: null, campaign: null },
  }) as ApplicationView;

const byBatch: Question = {
  period: 'week',
  dayOf: dayReader('Asia/Manila'),
  today: '2026-03-10',
  group: membershipIn('batch', NAMES),
  second: null,
  colours: new Map([['java', 'red']]),
};
const linesOf = (applications: readonly ApplicationView[], question: Question) =>
  countEnrollees(applications, question).series.map(({ name, counts }) => `${name}: ${counts.join(' ')}`);

describe('enrollees', () => {
  test("are counted by weeks that start on Sunday in the organization's time zone, including empty weeks and this one", () => {
    const applications = [came('2026-02-21T15:59'), came('2026-02-21T16:00'), came('2026-03-08T02:00')];
    const { starts, series } = countEnrollees(applications, byBatch);
    expect(starts).toEqual(['2026-02-15', '2026-02-22', '2026-03-01', '2026-03-08']);
    expect(series.map(({ counts }) => counts)).toEqual([[1, 1, 0, 1]]);
  });
  test('are counted by days', () => {
    const { starts, series } = countEnrollees([came('2026-03-08T02:00'), came('2026-03-08T03:00')], {
      ...byBatch,
      period: 'day',
    });
    expect(starts).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
    expect(series[0]?.counts).toEqual([2, 0, 0]);
  });
  test('are grouped by batch, the largest first, each in its own colour', () => {
    const applications = [came('2026-03-09T02:00'), came('2026-03-09T02:00', 'java'), came('2026-03-09T02:00', 'java')];
    const { series } = countEnrollees(applications, byBatch);
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['Java', 2],
      ['Full-Stack, day', 1],
    ]);
    expect(series[0]?.colour).toBe('red');
  });
  test('are grouped by tracking, however it is written, and then by batch', () => {
    const applications = [
      came('2026-03-09T02:00', 'day', 'Facebook'),
      came('2026-03-09T02:00', 'day', ' facebook'),
      came('2026-03-09T02:00', 'java', 'facebook'),
      came('2026-03-09T02:00', 'java'),
    ];
    const byTracking = { ...byBatch, group: membershipIn('tracking', NAMES) };
    expect(linesOf(applications, byTracking)).toEqual(['Facebook: 3', 'No tracking: 1']);
    expect(linesOf(applications, { ...byTracking, second: membershipIn('batch', NAMES) })).toEqual([
      'Facebook, Full-Stack, day: 2',
      'Facebook, Java: 1',
      'No tracking, Java: 1',
    ]);
  });
  test("are grouped under the form's name of a source, however links call it", () => {
    const sources = [
      'google',
      'Google Search',
      'google-search',
      'linkedin',
      'LinkedIn',
      'chatgpt.com',
      'fb',
      'facebook',
    ];
    const applications = sources.map((source) => came('2026-03-09T02:00', 'day', source));
    expect(linesOf(applications, { ...byBatch, group: membershipIn('tracking', NAMES) })).toEqual([
      'Google Search: 3',
      'Facebook: 2',
      'LinkedIn: 2',
      'ChatGPT/Gemini/Claude/AI: 1',
    ]);
  });
  test('of too many groups are shown as the largest ones and a rest; a table lists every group', () => {
    const applications = Array.from({ length: 40 }, (_, index) => came('2026-03-09T02:00', 'day', `source ${index}`));
    const question = { ...byBatch, group: membershipIn('tracking', NAMES) };
    const { series } = countEnrollees(applications, question);
    expect(series).toHaveLength(MOST_SERIES);
    expect(series.at(-1)).toMatchObject({ name: '23 others', total: 23, colour: REST_COLOUR });
    const inTable = countEnrollees(applications, { ...question, isWhole: true }).series;
    expect(inTable.map(({ name }) => name).sort()).toEqual(applications.map(({ tracking }) => tracking?.source).sort());
  });
  test('of too many parts of a group get its shades, and the rest is one part', () => {
    const applications = Array.from({ length: 9 }, (_, index) =>
      Array.from({ length: 9 - index }, () => came('2026-03-09T02:00', 'java', `source ${index}`)),
    ).flat();
    const { series } = countEnrollees([...applications, came('2026-03-09T02:00')], {
      ...byBatch,
      second: membershipIn('tracking', NAMES),
    });
    expect(series.map(({ name, total }) => `${name}: ${total}`)).toEqual([
      'Java, source 0: 9',
      'Java, source 1: 8',
      'Java, source 2: 7',
      'Java, 6 others: 21',
      'Full-Stack, day, No tracking: 1',
    ]);
    expect(new Set(series.map(({ colour }) => colour)).size).toBe(5);
  });
  test('are shown some periods at a time, from the newest back to the first', () => {
    const all = countEnrollees([came('2026-02-16T02:00', 'java'), came('2026-03-09T02:00')], byBatch);
    expect(windowOf(all, 3, 0).starts).toEqual(['2026-02-22', '2026-03-01', '2026-03-08']);
    expect(windowOf(all, 3, 0).series.map(({ name }) => name)).toEqual(['Full-Stack, day']);
    expect(windowOf(all, 3, 1).starts).toEqual(['2026-02-15', '2026-02-22', '2026-03-01']);
  });
  test('are in the order of what is shown, with the parts of a group side by side', () => {
    const before = Array.from({ length: 5 }, () => came('2026-02-16T02:00', 'java', 'fb'));
    const now = [
      came('2026-03-09T02:00', 'java', 'fb'),
      came('2026-03-09T02:00', 'day', 'google'),
      came('2026-03-09T02:00', 'day', 'fb'),
      came('2026-03-09T02:00', 'day', 'fb'),
    ];
    const all = countEnrollees([...before, ...now], { ...byBatch, second: membershipIn('tracking', NAMES) });
    const shown = (back: number) => windowOf(all, 2, back).series.map(({ name, total }) => `${name} ${total}`);
    expect(shown(0)).toEqual(['Full-Stack, day, Facebook 2', 'Full-Stack, day, Google Search 1', 'Java, Facebook 1']);
    expect(shown(1)).toEqual(['Java, Facebook 5']);
  });
  test('of twenty thousand applications in forty batches are all counted, though not all groups are shown', () => {
    const applications = Array.from({ length: 20_000 }, (_, index) => {
      const at = new Date(Date.UTC(2025, 3, 1) + index * 1_500_000).toISOString().slice(0, 16);
      return came(at, `batch ${index % 40}`, `source ${index % 90}`);
    });
    const { series } = countEnrollees(applications, { ...byBatch, second: membershipIn('tracking', NAMES) });
    expect(series.reduce((total, one) => total + one.total, 0)).toBe(20_000);
  });
});

describe('trends', () => {
  test('are counted in ongoing batches only, without transferred originals', () => {
    const batch = (status: Batch['status']) => ({ _id: status, status }) as Batch;
    const applications = [came('2026-03-09T02:00'), came('2026-03-09T02:00', 'day', null, 'TRANSFERRED')];
    const statuses = ['Draft', 'Open', 'Closed', 'Complete'] as const;
    const ongoing = ongoingOf(new Map(statuses.map((status) => [batch(status), applications])));
    expect([...ongoing.keys()].map(({ status }) => status)).toEqual(['Open', 'Closed']);
    expect([...ongoing.values()].map(({ length }) => length)).toEqual([1, 1]);
  });
});
