import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Backoff, retrying } from './retrying.ts';

const NEVER = new AbortController().signal;
const AWAY = new Error('away');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function failing(times: number) {
  const begun: number[] = [];
  const since = performance.now();
  const attempt = async () => {
    begun.push(performance.now() - since);
    if (begun.length <= times) throw AWAY;
    return 'done';
  };
  return { begun, attempt };
}

async function outcomeOf<Value>(run: Promise<Value>): Promise<Value> {
  run.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return run;
}

describe('retrying', () => {
  test('tries again until it succeeds, after pauses that grow up to the longest', async () => {
    const { begun, attempt } = failing(4);
    const failures: unknown[] = [];
    const run = retrying(NEVER, { first: 100, longest: 300 }, attempt, (error) => void failures.push(error));
    expect(await outcomeOf(run)).toBe('done');
    expect(begun).toEqual([0, 100, 300, 600, 900]);
    expect(failures).toEqual([AWAY, AWAY, AWAY, AWAY]);
  });

  test('keeps to equal pauses without a longest one, and shortens each by up to a fifth', async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    const { begun, attempt } = failing(2);
    await outcomeOf(retrying(null, { first: 100 }, attempt));
    expect(begun).toEqual([0, 80, 160]);
  });

  test.each<[string, Backoff, number]>([
    ['so many attempts', { first: 100, attempts: 3 }, 3],
    ['so long a time', { first: 100, within: 250 }, 3],
  ])('throws the last error after %s', async (_limit, backoff, attempts) => {
    const { begun, attempt } = failing(10);
    await expect(outcomeOf(retrying(null, backoff, attempt))).rejects.toBe(AWAY);
    expect(begun).toHaveLength(attempts);
  });

  test('gives up when a retry is useless', async () => {
    const { begun, attempt } = failing(10);
    const giveUp = (error: unknown) => {
      throw new Error('refused', { cause: error });
    };
    await expect(outcomeOf(retrying(NEVER, { first: 100 }, attempt, giveUp))).rejects.toThrow('refused');
    expect(begun).toHaveLength(1);
  });

  test('restarts with the first pause after an attempt made progress', async () => {
    const begun: number[] = [];
    const run = retrying(null, { first: 100, longest: 10_000, attempts: 3 }, async (succeeded) => {
      begun.push(performance.now());
      if (begun.length === 3) succeeded();
      if (begun.length < 5) throw AWAY;
    });
    await outcomeOf(run);
    expect(begun.map((at) => at - (begun[0] ?? 0))).toEqual([0, 100, 300, 400, 600]);
  });

  test('ends a pause early when the listener signals it', async () => {
    const hurry = new AbortController();
    const { begun, attempt } = failing(1);
    const run = retrying(NEVER, { first: 10_000 }, attempt, () => hurry.signal);
    await vi.advanceTimersByTimeAsync(10);
    hurry.abort();
    expect(await outcomeOf(run)).toBe('done');
    expect(begun).toEqual([0, 10]);
  });

  test('ends without a further attempt or a report when its signal aborts', async () => {
    const end = new AbortController();
    const { begun, attempt } = failing(10);
    const onFailure = vi.fn();
    const run = retrying(end.signal, { first: 100 }, attempt, onFailure);
    await vi.advanceTimersByTimeAsync(150);
    end.abort();
    expect(await outcomeOf(run)).toBeUndefined();
    expect(begun).toHaveLength(2);
    const late = retrying(
      AbortSignal.any([end.signal]),
      { first: 100 },
      async () => {
        throw AWAY;
      },
      onFailure,
    );
    expect(await late).toBeUndefined();
    expect(onFailure).toHaveBeenCalledTimes(2);
  });
});
