import type { FieldValue } from '../../../../domain/application/events.ts';
import { type BrowserStorage, forThisVisit, onThisDevice } from '../browser/browser-storage.ts';
import { isStoredFile } from '../files/files.ts';

export type Words = Readonly<Record<string, FieldValue>>;

export interface KeptDraft {
  readonly words: Words;
  /** By this device's clock; ISO-8601. */
  readonly typedAt: string;
  /** When the last seen draft of the account was saved; ISO-8601. */
  readonly seenAt: string | null;
  /** The account has these values. */
  readonly isSent: boolean;
}

const PREFIX = 'intake.draft.';
const ANONYMOUS = 'nobody';

const isWord = (value: unknown): value is FieldValue => typeof value === 'string' || isStoredFile(value);
const isSame = (left: FieldValue | undefined, right: FieldValue | undefined): boolean =>
  typeof left === 'object' && typeof right === 'object' ? left.fileId === right.fileId : left === right;
const addressIn = ({ email }: Words): string | null => (typeof email === 'string' ? email.trim().toLowerCase() : null);

/** The form values in a stored object; null if there are none. */
export function wordsIn(kept: unknown): Words | null {
  if (kept === null || typeof kept !== 'object') return null;
  const words = Object.entries(kept).filter((entry): entry is [string, FieldValue] => isWord(entry[1]));
  return words.length > 0 ? Object.fromEntries(words) : null;
}

export const areSameWords = (one: Words, other: Words): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));

/** Whether the values equal the saved ones because they were saved, perhaps on another device, and not typed. */
const areOnlySaved = (before: Words, words: Words, saved: Words): boolean =>
  Object.keys(words).every((field) => isSame(words[field], before[field])) &&
  Object.keys(before).every((field) => field in words || isSame(before[field], saved[field] ?? ''));

/** Unsent form values by form name, kept at once and for the person who typed them only. */
export const draftsIn = (kept: BrowserStorage, now: () => string = () => new Date().toISOString()) => {
  // Forms that were open when all drafts were removed must not write again.
  let generation = 0;
  const of = (userId: string | null | undefined) => {
    const prefix = `${PREFIX}${userId ?? ANONYMOUS}.`;
    const opened = generation;
    const isOver = () => opened !== generation;
    const find = (name: string): KeptDraft | null => {
      const draft = kept.read<Partial<KeptDraft>>(prefix + name);
      const words = wordsIn(draft?.words);
      if (!draft || !words) return null;
      const { typedAt, seenAt, isSent } = draft;
      return { words, typedAt: String(typedAt), seenAt: seenAt ?? null, isSent: isSent === true };
    };
    const put = (name: string, draft: KeptDraft): boolean => !isOver() && kept.write(prefix + name, draft);
    return {
      find,
      read: (name: string): Words | null => find(name)?.words ?? null,
      /** Keeps the values that differ from the saved ones; without differences it keeps nothing. */
      write: (name: string, values: Words, saved: Words): boolean => {
        const words = Object.fromEntries(
          Object.entries(values).filter(([field, value]) => !isSame(value, saved[field] ?? '')),
        );
        if (isOver()) return false;
        if (Object.keys(words).length === 0) {
          kept.remove(prefix + name);
          return false;
        }
        const before = find(name);
        if (before && areSameWords(before.words, words)) return true;
        if (before && areOnlySaved(before.words, words, saved)) return put(name, { ...before, words });
        return put(name, { words, typedAt: now(), seenAt: before?.seenAt ?? null, isSent: false });
      },
      /** Notes that the account has these values. Newer values remain unsent. */
      noteSent: (name: string, words: Words, seenAt: string): void => {
        const before = find(name);
        if (before) put(name, { ...before, seenAt, isSent: areSameWords(before.words, words) });
      },
      /** Makes this device's values the newest. */
      insist: (name: string) => {
        const before = find(name);
        if (before) put(name, { ...before, typedAt: now(), isSent: false });
      },
      adopt: (name: string, words: Words, seenAt: string): boolean =>
        put(name, { words, typedAt: seenAt, seenAt, isSent: true }),
      remove: (name: string) => kept.remove(prefix + name),
      names: () => kept.keys(prefix).map((key) => key.slice(prefix.length)),
    };
  };
  return {
    of,
    removeAll: () => {
      generation += 1;
      for (const key of kept.keys(PREFIX)) kept.remove(key);
    },
    /** After sign-up: moves the anonymous drafts that were typed with this email to the new account; all others stay. */
    followInto: (userId: string, email: string) => {
      const [nobodys, theirs] = [of(null), of(userId)];
      for (const name of nobodys.names()) {
        const words = nobodys.read(name);
        if (!words || addressIn(words) !== email.trim().toLowerCase()) continue;
        if (theirs.read(name) || theirs.write(name, words, {})) nobodys.remove(name);
      }
    },
  };
};

export const drafts = draftsIn(onThisDevice);
/** In this tab only. */
export const draftsOfVisit = draftsIn(forThisVisit);

export function removeAllDrafts(): void {
  drafts.removeAll();
  draftsOfVisit.removeAll();
}
