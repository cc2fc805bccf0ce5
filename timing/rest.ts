/** Resolves after `ms`, or when a signal aborts. With a signal, it keeps no process alive. */
export async function rest(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  // A browser's timer is a number.
  if (signals.length > 0) (timer as unknown as { unref?(): void }).unref?.();
  const wake = () => over.resolve();
  for (const signal of signals) signal.addEventListener('abort', wake);
  await over.promise;
  clearTimeout(timer);
  for (const signal of signals) signal.removeEventListener('abort', wake);
}
