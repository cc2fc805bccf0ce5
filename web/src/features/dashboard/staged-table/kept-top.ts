import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { forThisVisit } from '../../../shared/browser/browser-storage.ts';
import { entryNow } from '../../../shared/navigation/entries.ts';

const KEY = 'intake.tables';

interface Kept {
  /** Its place in the history of this tab. */
  readonly entry: number;
  readonly tops: Readonly<Record<string, number>>;
}

function keptOf(entry: number): Kept['tops'] {
  const kept = forThisVisit.read<Kept>(KEY);
  return kept?.entry === entry ? kept.tops : {};
}

/** How far a table is scrolled inside itself, kept for a return to this entry of the history. */
export function useKeptTop(id: string): RefObject<number> {
  const type = useNavigationType();
  const { key } = useLocation();
  const [place] = useState(() => {
    /** The browser's entry is the next one while that page loads and the table still scrolls. */
    let shown = { key, entry: entryNow() };
    let now = type === 'POP' ? (keptOf(shown.entry)[id] ?? 0) : 0;
    const top = {
      get current() {
        return now;
      },
      set current(next: number) {
        now = next;
        const { entry } = shown;
        forThisVisit.write(KEY, { entry, tops: { ...keptOf(entry), [id]: next } });
      },
    };
    const show = (next: string) => {
      if (next !== shown.key) shown = { key: next, entry: entryNow() };
    };
    return { top, show };
  });
  useLayoutEffect(() => place.show(key), [place, key]);
  return place.top;
}
