export interface TransferProgress {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly perSecond?: number;
  readonly etaMs?: number;
}

export type OnTransferProgress = (progress: TransferProgress) => void;

/** `before` was done in an earlier run and does not count for the speed. */
export function createMeter(
  label: string,
  onProgress: OnTransferProgress,
  before = 0,
): (done: number, total: number) => void {
  const started = performance.now();
  return (done, total) => {
    const seconds = (performance.now() - started) / 1000;
    const perSecond = seconds > 0 ? (done - before) / seconds : 0;
    const rate = perSecond > 0 ? { perSecond, etaMs: Math.max(0, ((total - done) / perSecond) * 1000) } : {};
    onProgress({ label, done, total, ...rate });
  };
}

export async function* counted<Entry>(
  entries: AsyncIterable<Entry>,
  total: number,
  show: (done: number, total: number) => void,
): AsyncGenerator<Entry> {
  let done = 0;
  for await (const entry of entries) {
    yield entry;
    done += 1;
    show(done, total);
  }
}
