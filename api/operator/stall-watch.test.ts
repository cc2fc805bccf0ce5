import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStallWatch } from './stall-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const never = new Promise<never>(() => {});

test('a command that shows no progress is mentioned, and given up after ten minutes', async () => {
  const said: string[] = [];
  const stallWatch = createStallWatch((line) => said.push(line));
  const outcome = expect(stallWatch.watch(never)).rejects.toThrow(
    'There was no progress for 10 minutes while waiting for "Importing events" to continue.',
  );
  stallWatch.progressed({ label: 'Importing events', done: 500, total: 1000 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said).toEqual([10, 20].map((s) => `Waiting for "Importing events" to continue: ${s} s without progress.`));
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await outcome;
});

test('one that goes on may take any time, and so may a person who is asked', async () => {
  const said: string[] = [];
  const stallWatch = createStallWatch((line) => said.push(line));
  const work = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const outcome = stallWatch.watch(work.promise);
  for (let done = 0; done < 400; done += 1) {
    stallWatch.progressed({ label: 'Importing events', done, total: 400 });
    await vi.advanceTimersByTimeAsync(9000);
  }
  const asking = stallWatch.whileAsking(() => asked.promise);
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  asked.resolve();
  await asking;
  work.resolve('done');
  expect([await outcome, said]).toEqual(['done', []]);
});

test('the same progress told again is none', async () => {
  const stallWatch = createStallWatch(() => {});
  const outcome = expect(stallWatch.watch(never)).rejects.toThrow(/^There was no progress for 10 minutes/);
  for (let n = 0; n < 70; n += 1) {
    stallWatch.progressed({ label: 'Building read models', done: 7, total: 9 });
    await vi.advanceTimersByTimeAsync(10_000);
  }
  await outcome;
});
