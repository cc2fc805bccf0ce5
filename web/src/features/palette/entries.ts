import { transliterated } from '../../../../domain/text/transliterated.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** Found by these words too. */
  readonly keywords?: string;
  /** An address, or what to do. */
  readonly target: string | (() => void);
}

export interface EntryGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
  /** Shown before anything is typed. */
  readonly isShownFirst?: boolean;
}

/** Of one group; more would push the next group out of sight. */
const MOST_SHOWN = 6;

const folded = (text: string): string => ` ${transliterated(text).replace(/\s+/g, ' ').trim()}`;

/** 2: every word of the search begins a word of the entry. 1: each occurs in it. */
function rankOf({ label, detail = '', keywords = '' }: Entry, words: readonly string[]): 0 | 1 | 2 {
  const text = folded(`${label} ${detail} ${keywords}`);
  if (words.every((word) => text.includes(` ${word}`))) return 2;
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

/** The entries of each group that a search finds, best first; groups without one are left out. */
export function foundIn(groups: readonly EntryGroup[], search: string): readonly EntryGroup[] {
  const words = folded(search)
    .split(' ')
    .filter((word) => word !== '');
  return groups.flatMap((group) => {
    if (words.length === 0) return group.isShownFirst && group.entries.length > 0 ? [group] : [];
    const ranked = group.entries.map((entry) => ({ entry, rank: rankOf(entry, words) }));
    const entries = ranked
      .filter(({ rank }) => rank > 0)
      .toSorted((one, other) => other.rank - one.rank)
      .map(({ entry }) => entry);
    return entries.length > 0 ? [{ ...group, entries: entries.slice(0, MOST_SHOWN) }] : [];
  });
}
