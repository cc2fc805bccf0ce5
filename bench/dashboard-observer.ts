import type { Page } from 'playwright-core';

/** What the page has noted of itself; milliseconds since it was asked for. */
export interface Seen {
  /** When the first rows were painted. */
  readonly rowsAt: number;
  /** Those of 50 ms and more (the browser's own observer). */
  readonly tasks: readonly { readonly start: number; readonly end: number }[];
  /** The slowest interaction, in steps of 8. */
  readonly inp: number;
  /** From the last key to the paint of the last change of the rows that it asked for; null where none changed. */
  readonly answered: number | null;
}

/** Runs before the page's own scripts. */
export const OBSERVE = `
  const seen = (globalThis.__seen = { rowsAt: 0, tasks: [], inp: 0, answered: null });
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, end: startTime + duration }));
  watch('event', ({ interactionId, duration }) => { if (interactionId) seen.inp = Math.max(seen.inp, duration); },
    { durationThreshold: 16 });
  const painted = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())));
  let key = 0;
  addEventListener('keydown', ({ timeStamp }) => { key = timeStamp; }, true);
  new MutationObserver((changes) => {
    if (seen.rowsAt === 0 && document.querySelector('.ag-row [col-id="status"]')) {
      seen.rowsAt = -1;
      painted((now) => { seen.rowsAt = now; });
    }
    const pressed = key;
    const inRows = ({ target }) => target instanceof Element && target.closest('.ag-root, [role="status"]') !== null;
    if (pressed > 0 && changes.some(inRows)) {
      painted((now) => { if (pressed === key) seen.answered = now - pressed; });
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Once the page has been idle for so long: what it has seen until then. */
export function settled(page: Page, quietMs: number): Promise<Seen> {
  return page.evaluate<Seen>(`new Promise((done) => {
    let last = performance.now();
    let since = last;
    const look = () => {
      const now = performance.now();
      if (now - last > 50) since = now;
      last = now;
      if (now - since >= ${quietMs} && __seen.rowsAt > 0) requestAnimationFrame(() => setTimeout(() => done(__seen)));
      else setTimeout(look, 4);
    };
    look();
  })`);
}
