import { type RefObject, useState } from 'react';
import { useNavigationType } from 'react-router';
import { forThisVisit } from '../../../shared/browser/browser-storage.ts';
import { entryNow } from '../../../shared/navigation/entries.ts';

const KEY = 'intake.tables';

interface Kept {
  /** Its place in the history of this tab. */
  readonly entry: number;
  readonly tops: Readonly<Record<string, number>>;
}

const keptNow = (): Kept['tops'] => {
  const kept = forThisVisit.read<Kept>(KEY);
  return kept?.entry === entryNow() ? kept.tops : {};
};

/** How far a table is scrolled inside itself, kept for a return to this entry of the history. */
export function useKeptTop(id: string): RefObject<number> {
  const type = useNavigationType();
  const [top] = useState(() => {
    let now = type === 'POP' ? (keptNow()[id] ?? 0) : 0;
    return {
      get current() {
        return now;
      },
      set current(next: number) {
        now = next;
        forThisVisit.write(KEY, { entry: entryNow(), tops: { ...keptNow(), [id]: next } });
      },
    };
  });
  return top;
}
