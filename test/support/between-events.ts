import { expect } from 'vitest';

const now = () => new Date().toISOString();

/** An instant after everything before it: waits for the next millisecond. */
export async function betweenEvents(): Promise<string> {
  const at = now();
  await expect.poll(now, { interval: 1 }).not.toBe(at);
  return at;
}
