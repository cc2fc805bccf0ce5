import type { Page } from 'playwright-core';

/** As a fast typist does. */
const KEY_DELAY_MS = 60;
const PATIENCE_MS = 10_000;
const WORDS = ['bayani', 'santos', 'ana.santos', '1234', 'ocampo', 'juan', 'cruz', 'garcia', 'liza', '20'];

/**
 * Milliseconds from a key until its applicants are painted: for the first key, and for the last one with its complete
 * answer.
 */
const OBSERVE = `{
  const seen = (globalThis.__palette = { first: null, last: null });
  let key = 0;
  const painted = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())));
  addEventListener('keydown', ({ timeStamp }) => { key = timeStamp; seen.firstKey ??= key; seen.last = null; }, true);
  new MutationObserver(() => {
    const palette = document.querySelector('dialog[open]');
    if (!palette?.querySelector('[role="group"][aria-label="Applicants"] [role="option"]')) return;
    const isWhole = palette.querySelector('[role="status"]').textContent !== 'Searching';
    const pressed = key;
    painted((now) => {
      seen.first ??= now - seen.firstKey;
      if (isWhole && pressed === key) seen.last ??= now - pressed;
    });
  }).observe(document, { childList: true, characterData: true, subtree: true });
}`;

const ANSWERED = `new Promise((done) => {
  const until = performance.now() + ${PATIENCE_MS};
  const look = () => (__palette.last === null && performance.now() < until ? setTimeout(look, 20) : done(__palette));
  look();
})`;

export async function measurePalette(page: Page): Promise<{ readonly first: number; readonly last: number }> {
  await page.evaluate(OBSERVE);
  const times: { first: number; last: number }[] = [];
  for (const word of WORDS) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.evaluate('Object.assign(__palette, { first: null, last: null, firstKey: null })');
    await page.keyboard.type(word, { delay: KEY_DELAY_MS });
    const { first, last } = await page.evaluate<Record<'first' | 'last', number | null>>(ANSWERED);
    if (first === null || last === null) throw new Error(`The palette finds no applicant for ${word}`);
    times.push({ first, last });
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor({ state: 'detached' });
  }
  return {
    first: Math.max(...times.map(({ first }) => first)),
    last: Math.max(...times.map(({ last }) => last)),
  };
}
