import { isLimited, isTransient } from '../../../shared/api/api-client.ts';

const LONGEST_WAIT_MS = 15_000;

const mayHelpLater = (error: unknown): boolean => isTransient(error) || isLimited(error);

/** Waits 1 s, 2 s, 4 s … 15 s, or until the connection is back. Fails if aborted. */
export function waitToRetry(failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (failures - 1)));
  const onOnline = () => resolve();
  const onAbort = () => reject(signal.reason);
  addEventListener('online', onOnline);
  signal.addEventListener('abort', onAbort);
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener('online', onOnline);
    signal.removeEventListener('abort', onAbort);
  });
}

/** One part after another; a part without an answer is sent again until it has one. Fails on refusals. */
export async function sendParts<Part, Sent>(
  parts: readonly Part[],
  {
    send,
    onSent,
    onHeldUp,
    signal,
    wait = waitToRetry,
  }: {
    readonly send: (part: Part) => Promise<Sent>;
    readonly onSent: (sent: Sent) => void;
    readonly onHeldUp: (isHeldUp: boolean) => void;
    readonly signal: AbortSignal;
    readonly wait?: typeof waitToRetry;
  },
): Promise<void> {
  for (const part of parts) {
    for (let failures = 0; ; ) {
      signal.throwIfAborted();
      try {
        onSent(await send(part));
        if (failures > 0) onHeldUp(false);
        break;
      } catch (error) {
        if (signal.aborted || !mayHelpLater(error)) throw error;
        failures += 1;
        onHeldUp(true);
        await wait(failures, signal);
      }
    }
  }
}
