import { useCallback, useState } from 'react';
import { type Keeper, onThisDevice } from '../../shared/kept.ts';
import type { Values } from './field-errors.ts';

const keyOf = (name: string) => `intake.draft.${name}`;

/** Typed words under a form's name, kept at once and until they are sent (D25). */
export const draftsIn = (kept: Keeper) => ({
  read: (name: string): Values | null => {
    const draft = kept.read<Record<string, unknown>>(keyOf(name));
    if (draft === null || typeof draft !== 'object') return null;
    const texts = Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return texts.length > 0 ? Object.fromEntries(texts) : null;
  },
  /** Keeps only what differs from what is saved already; nothing differing, nothing kept. */
  write: (name: string, values: Values, saved: Values): boolean => {
    const typed = Object.entries(values).filter(([field, value]) => value !== (saved[field] ?? ''));
    if (typed.length === 0) {
      kept.remove(keyOf(name));
      return false;
    }
    return kept.write(keyOf(name), Object.fromEntries(typed));
  },
  remove: (name: string) => kept.remove(keyOf(name)),
});

const drafts = draftsIn(onThisDevice);

/** The draft of one form: what it held when the page was opened, and whether something is kept now. */
export function useDraft(name: string) {
  const [initial] = useState(() => drafts.read(name));
  const [isKept, setIsKept] = useState(initial !== null);
  const keep = useCallback((values: Values, saved: Values) => setIsKept(drafts.write(name, values, saved)), [name]);
  const forget = useCallback(() => {
    drafts.remove(name);
    setIsKept(false);
  }, [name]);
  return { initial, isKept, keep, forget };
}
