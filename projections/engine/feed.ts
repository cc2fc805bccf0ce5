import type { Observable } from 'rxjs';
import type { EventPage, EventSource } from './event-source.ts';

const PAGE = 500;
/** Events that may wait for a consumer in memory before it is sent back to the log. */
const LIMIT = 5000;

/**
 * One consumer's view of the log: pages read from the source until the live ones connect, then those. rxjs buffers without
 * bound, so a consumer with more than `limit` events waiting loses its buffer and reads them from the source instead.
 */
export async function* followPages(
  source: Pick<EventSource, 'readAll'>,
  live: Observable<EventPage>,
  { after, signal, limit = LIMIT }: { after: bigint; signal: AbortSignal; limit?: number },
): AsyncIterable<EventPage> {
  let position = after;
  let waiting: EventPage[] = [];
  let count = 0;
  let hasFallenBehind = true;
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isOver = true;
    wake();
  };
  const subscription = live.subscribe({
    next: (page) => {
      count += page.events.length;
      if (!hasFallenBehind) waiting.push(page);
      if (count > limit) {
        hasFallenBehind = true;
        waiting = [];
      }
      wake();
    },
    complete: end,
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    while (!signal.aborted) {
      if (hasFallenBehind) {
        hasFallenBehind = false;
        waiting = [];
        count = 0;
        for (;;) {
          const page = await source.readAll({ after: position, limit: PAGE });
          if (page.events.length === 0 || signal.aborted) break;
          position = page.position;
          yield page;
        }
        continue;
      }
      const page = waiting.shift();
      if (page) {
        count -= page.events.length;
        if (page.position <= position) continue;
        const events = page.events.filter((event) => event.position > position);
        position = page.position;
        if (events.length > 0) yield { events, position };
        continue;
      }
      if (isOver) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    subscription.unsubscribe();
    signal.removeEventListener('abort', end);
  }
}
