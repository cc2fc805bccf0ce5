import type { Observable } from 'rxjs';
import type { EventPage, EventSource } from './event-source.ts';

const PAGE = 500;
const LIMIT = 5000;
/** Characters buffered per consumer, because events can be large. */
const MAX_WEIGHT = 16_000_000;

const weights = new WeakMap<EventPage, number>();

/** Cached, because all consumers need it. */
function weightOf(page: EventPage): number {
  const known = weights.get(page);
  if (known !== undefined) return known;
  const weight = page.events.reduce((sum, { data, personal }) => sum + JSON.stringify([data, personal]).length, 0);
  weights.set(page, weight);
  return weight;
}

/**
 * Pages from the source, then live ones. rxjs buffers without bound, so a consumer that exceeds `limit` events or
 * `maxWeight` characters drops its buffer and reads from the source.
 */
export async function* followPages(
  source: Pick<EventSource, 'readAll'>,
  live: Observable<EventPage>,
  options: { after: bigint; signal: AbortSignal; limit?: number; maxWeight?: number },
): AsyncIterable<EventPage> {
  const { signal, limit = LIMIT, maxWeight = MAX_WEIGHT } = options;
  let position = options.after;
  let waiting: EventPage[] = [];
  let count = 0;
  let weight = 0;
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
      weight += weightOf(page);
      if (!hasFallenBehind) waiting.push(page);
      if (count > limit || weight > maxWeight) {
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
        weight = 0;
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
        weight -= weightOf(page);
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
