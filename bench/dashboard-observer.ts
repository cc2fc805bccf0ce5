import type { Page } from 'playwright-core';

/** Milliseconds since the page was requested. */
export interface Seen {
  readonly rowsAt: number;
  /** Tasks of 50 ms and more. */
  readonly tasks: readonly { readonly start: number; readonly end: number }[];
  /** In steps of 8. */
  readonly inp: number;
  /** From the last key to the last change of rows, order or counts; null if nothing changed. */
  readonly answered: number | null;
}

export const OBSERVE = `
  const seen = (globalThis.__seen = { rowsAt: 0, tasks: [], inp: 0, answered: null });
  // What a person reads: headings with counts, and the rows by email.
  const inWindow = () => {
    const shown = [];
    for (const one of document.querySelectorAll('section > h2 > button, [col-id="email"]:not([role="columnheader"]), [data-column="email"]')) {
      if (!isShown(one)) continue;
      const { top, bottom } = one.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      if (middle > 0 && middle < Math.min(innerHeight, one.closest('section').getBoundingClientRect().bottom))
        shown.push([middle, one.textContent]);
    }
    return shown.sort(([one], [other]) => one - other).map(([, text]) => text).join();
  };
  const isShown = (one) => one?.checkVisibility({ visibilityProperty: true }) ?? false;
  let looked = '';
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, end: startTime + duration }));
  watch('event', ({ interactionId, duration }) => { if (interactionId) seen.inp = Math.max(seen.inp, duration); },
    { durationThreshold: 16 });
  const painted = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())));
  let key = 0;
  addEventListener('keydown', ({ timeStamp }) => { key = timeStamp; }, true);
  new MutationObserver((changes) => {
    if (seen.rowsAt === 0 && isShown(document.querySelector('.ag-row [col-id="status"]'))) {
      seen.rowsAt = -1;
      painted((now) => { seen.rowsAt = now; });
    }
    const pressed = key;
    const inRows = ({ target }) => target.parentElement?.closest('main');
    if (pressed > 0 && changes.some(inRows)) {
      painted((now) => {
        const shown = inWindow();
        if (pressed === key && shown !== looked) seen.answered = now - pressed;
        looked = shown;
      });
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
`;

/** Resolves once the page has been idle for `quietMs`. */
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
