import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has made the main thread do, in milliseconds as its size tells, whatever else runs at the same time. */
export interface WorkMeter {
  ms: number;
}

const meters = new AsyncLocalStorage<WorkMeter>();

/** Counts the work that `action` leads to. */
export const withMeter = <Result>(meter: WorkMeter, action: () => Result): Result => meters.run(meter, action);

export function countWork(ms: number): void {
  const meter = meters.getStore();
  if (meter) meter.ms += ms;
}
