import { setTimeout as pause } from 'node:timers/promises';

let failures = 0;

/** One line for each thing that was looked at, with its figure. */
export function check(what: string, isGood: boolean, figure: unknown = ''): void {
  if (!isGood) failures += 1;
  console.log(`${isGood ? '✔' : '✖'} ${what}${figure === '' ? '' : `: ${figure}`}`);
}

export const failed = (): number => failures;

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Looks again until there is something to see. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  limit = 60_000,
): Promise<Value> {
  for (const started = performance.now(); performance.now() - started < limit; await pause(50)) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined && seen !== false) return seen;
  }
  throw new Error(`${what}: not within ${limit} ms`);
}
