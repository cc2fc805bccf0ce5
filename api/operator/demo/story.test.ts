import { describe, expect, test } from 'vitest';
import { APPLICATION_STATUSES } from '../../../domain/application/statuses.ts';
import { createDice } from './people.ts';
import { MONTHS_OF_HISTORY } from './school.ts';
import { inventStory } from './story.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

describe('the story of the demo school', () => {
  const story = inventStory(createDice(1), 300, NOW);

  test('is the same each time for the same seed', () => {
    expect(inventStory(createDice(1), 300, NOW)).toEqual(story);
  });

  test('is in order of time, and ends before today', () => {
    const times = story.deeds.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
    expect(Math.min(...times)).toBeGreaterThan(NOW - MONTHS_OF_HISTORY * 31 * 86_400_000);
  });

  test('has one submission for each person, with emails of their own', () => {
    expect(story.deeds.filter(({ kind }) => kind === 'submit')).toHaveLength(300);
    expect(new Set(story.people.map(({ email }) => email)).size).toBe(300);
  });

  test('reaches every status', () => {
    const reached = new Set<string>(['NEW']);
    for (const deed of story.deeds) {
      if (deed.kind === 'setStatus') reached.add(deed.status);
      if (deed.kind === 'bookInterview') reached.add('INTERVIEW SCHEDULED');
      if (deed.kind === 'transfer') reached.add('TRANSFERRED');
    }
    expect(APPLICATION_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  });

  test('has interviews still to come', () => {
    expect(story.deeds.filter((deed) => deed.kind === 'bookInterview' && deed.startsAt > NOW).length).toBeGreaterThan(
      2,
    );
  });
});

test('some have taken the quiz, begun the project or been reported by the partner, each after it was asked for', () => {
  const { deeds } = inventStory(createDice(1), 400, Date.UTC(2026, 0, 1));
  const kinds = ['takeQuiz', 'startProject', 'getResult'];
  const taken = deeds.filter(({ kind }) => kinds.includes(kind));
  expect(new Set(taken.map(({ kind }) => kind))).toEqual(new Set(kinds));
  for (const { who, at, kind } of taken) {
    const before = deeds.filter((deed) => deed.who === who && deed.at <= at).map((deed) => deed.kind);
    expect(before).toContain(kind === 'takeQuiz' ? 'saveStep' : 'setStatus');
  }
  expect(taken.length / deeds.length).toBeLessThan(0.06);
});

test('applicants with a contract mostly choose a plan in time, and pay in order, each invoice once', () => {
  const now = Date.UTC(2026, 0, 1);
  const { deeds } = inventStory(createDice(1), 400, now);
  const chosen = deeds.filter(({ kind }) => kind === 'choosePlan');
  expect(chosen.length).toBeGreaterThan(20);
  const paid = deeds.filter((deed) => deed.kind === 'payInvoice');
  expect(paid.length).toBeGreaterThan(chosen.length / 2);
  for (const { who } of chosen) {
    const own = deeds.filter((deed) => deed.who === who);
    const sent = own.findIndex((deed) => deed.kind === 'setStatus' && deed.status === 'CONTRACT SENT');
    const signed = own.findIndex((deed) => deed.kind === 'setStatus' && deed.status === 'CONTRACT RECEIVED');
    const choice = own.findIndex(({ kind }) => kind === 'choosePlan');
    expect(choice).toBeGreaterThan(sent);
    if (signed !== -1) expect(choice).toBeLessThan(signed);
    const numbers = own.flatMap((deed) => (deed.kind === 'payInvoice' ? [deed.n] : []));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    if (numbers.length > 0) expect(own.findIndex(({ kind }) => kind === 'payInvoice')).toBeGreaterThan(signed);
  }
});
