/** The number of this tab's present entry of the history. */
export const entryNow = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** A key as React Router makes them. */
const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** Gives an entry that the browser has added a number and a key, without which it looks like the first of its document. */
export const nameEntry = (number: number, address?: string): void =>
  history.replaceState({ idx: number, key: newKey() }, '', address);

/**
 * Names the first entry of a document; the browser counts the entries of a tab over all documents. A path that begins with
 * two slashes loses one: as an address of the history, it would name another host.
 */
export function nameFirstEntry(): void {
  const { pathname, search, hash } = location;
  if (history.state === null) nameEntry(history.length - 1, pathname.replace(/^\/+/, '/') + search + hash);
}
