import { expect } from 'vitest';

const now = () => new Date().toISOString();

/** An instant after all that was done before: what happens within the same millisecond has happened by then, too, so it is waited for the next. */
export async function betweenEvents(): Promise<string> {
  const at = now();
  await expect.poll(now, { interval: 1 }).not.toBe(at);
  return at;
}
