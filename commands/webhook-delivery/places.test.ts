import { expect, test } from 'vitest';
import { Places } from './places.ts';

const ignore = () => {};

/** Webhooks of a school that have answered in so many milliseconds and hold as many places as they get. */
function fill(places: Places, school: string, count: number, ms: number | null) {
  return Array.from({ length: count }, () => {
    const lane = places.of(school, ignore);
    if (ms !== null) lane.answered(ms);
    const held = lane.room('message');
    lane.begin(held, 'message');
    return held;
  });
}

const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0);

test('a webhook has 8 places, and 2 while its target is slow or has not answered yet', () => {
  const lane = new Places().of('school', ignore);
  expect(lane.room('message')).toBe(2);
  lane.answered(20);
  expect(lane.room('message')).toBe(8);
  lane.answered(8000);
  expect(lane.room('message')).toBe(2);
  for (let n = 0; n < 10; n++) lane.answered(20);
  expect(lane.room('message')).toBe(8);
});

test('slow webhooks hold at most half of the places of their school, and half of all', () => {
  const places = new Places();
  expect(fill(places, 'school 0', 12, 8000)).toEqual([...Array(8).fill(2), 0, 0, 0, 0]);
  expect(fill(places, 'school 0', 1, 20)).toEqual([8]);
  const others = Array.from({ length: 20 }, (_, n) => sum(fill(places, `school ${n + 1}`, 12, 8000)));
  expect(16 + sum(others)).toBe(128);
  expect(fill(places, 'other school', 1, 20)).toEqual([8]);
});

test('a webhook that is not slow gets its first place while others hold all, and all together have an end', () => {
  const places = new Places();
  expect(fill(places, 'school 0', 40, 20)).toEqual([8, 8, 8, 8, ...Array(32).fill(1), 0, 0, 0, 0]);
  const all = Array.from({ length: 600 }, (_, n) => sum(fill(places, `school ${n + 1}`, 1, 20)));
  expect(64 + sum(all)).toBe(512);
});

test('a lane without a place is woken when one is free', () => {
  const places = new Places();
  const [busy, waiting] = [places.of('school', ignore), places.of('school', () => woken.push('waiting'))];
  const woken: string[] = [];
  for (const lane of [busy, waiting]) lane.answered(20);
  const end = busy.begin(64, 'message');
  expect(waiting.room('message')).toBe(0);
  end();
  expect(woken).toEqual(['waiting']);
  expect(waiting.room('message')).toBe(1);
});

test('a live event has a place of its own beside a replay of its webhook', () => {
  for (const [ms, most] of Object.entries({ 20: 8, 8000: 2 })) {
    const lane = new Places().of('school', ignore);
    lane.answered(Number(ms));
    expect(lane.room('replay')).toBe(most);
    lane.begin(most, 'replay');
    expect([lane.room('replay'), lane.room('message')]).toEqual([0, 1]);
  }
});

test('a redelivery has a place of its own beside the live events of its webhook and a replay', () => {
  const lane = new Places().of('school', ignore);
  lane.begin(2, 'message');
  expect([lane.room('message'), lane.room('redelivery')]).toEqual([0, 1]);
  const replaying = new Places().of('school', ignore);
  replaying.begin(2, 'replay');
  const end = replaying.begin(1, 'redelivery');
  expect([replaying.room('redelivery'), replaying.room('message')]).toEqual([0, 1]);
  replaying.begin(1, 'message');
  end();
  expect(replaying.room('redelivery')).toBe(1);
});
