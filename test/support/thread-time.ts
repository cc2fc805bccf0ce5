/** The most that one request may take of the main thread. */
export const MOST_MS = 250;
export const TRIES = 5;

/** A fixed piece of work, and what it takes on a processor for which the limit was set. */
const YARDSTICK = Array.from({ length: 30_000 }, (_, n) => ({ n, text: `text ${n}`, list: [n, n + 1] }));
const YARDSTICK_MS = 20;

const timeOf = async (work: () => unknown): Promise<number> => {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
};

/**
 * The thread's own time, without other processes, as a usual processor would need it: shared machines are sometimes half
 * as fast. One attempt within the limit suffices.
 */
export async function threadTimeOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && least >= MOST_MS; n += 1) {
    const yardstick = await timeOf(() => JSON.parse(JSON.stringify(YARDSTICK)));
    least = Math.min(least, (await timeOf(work)) / Math.max(1, yardstick / YARDSTICK_MS));
  }
  return least;
}
