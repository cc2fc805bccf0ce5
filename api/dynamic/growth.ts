import type { EventSource } from '../../projections/engine/event-source.ts';

/** Memory shared by two threads: counts how often the log has grown, for a thread without a subscription. */
export type Growth = Int32Array<SharedArrayBuffer>;
/** The delay after a lost notification. */
const LOOK_EVERY_MS = 1000;
const PAGE = 500;

export const createGrowth = (): Growth => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export function announceGrowth(growth: Growth): void {
  Atomics.add(growth, 0, 1);
  Atomics.notify(growth, 0);
}

/** A log whose subscription reads pages when it has grown. */
export const readOnGrowth = (log: EventSource, growth: Growth): EventSource => ({
  ...log,
  async *subscribe({ after, signal, pageSize = PAGE }) {
    const wake = () => Atomics.notify(growth, 0);
    signal.addEventListener('abort', wake, { once: true });
    try {
      let position = after;
      while (!signal.aborted) {
        const seen = Atomics.load(growth, 0);
        const page = await log.readAll({ after: position, limit: pageSize });
        position = page.position;
        if (page.events.length > 0) yield page;
        else if (!signal.aborted) await Atomics.waitAsync(growth, 0, seen, LOOK_EVERY_MS).value;
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  },
});
