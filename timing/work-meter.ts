import { AsyncLocalStorage } from 'node:async_hooks';

/** Estimated main-thread work of one request in milliseconds, from its size, whatever else runs at the same time. */
export interface WorkMeter {
  /** In pieces that delay other requests while they last. */
  ms: number;
  /** In parts of a few milliseconds, between which others are served. */
  msInParts: number;
}

const meters = new AsyncLocalStorage<WorkMeter>();

/** Counts the work of `action`. */
export const withMeter = <Result>(meter: WorkMeter, action: () => Result): Result => meters.run(meter, action);

export function countWork(ms: number): void {
  const meter = meters.getStore();
  if (meter) meter.ms += ms;
}

export function countWorkInParts(ms: number): void {
  const meter = meters.getStore();
  if (meter) meter.msInParts += ms;
}
