import type { FieldValue } from '../../../domain/application/events.ts';
import { isStoredFile } from './files.ts';
import { type Keeper, onThisDevice } from './kept.ts';

/** Words as they were typed, and files that are stored already. */
type Words = Readonly<Record<string, FieldValue>>;

const PREFIX = 'intake.draft.';
const NOBODY = 'nobody';

const isWord = (value: unknown): value is FieldValue => typeof value === 'string' || isStoredFile(value);
const isSame = (left: FieldValue, right: FieldValue): boolean =>
  typeof left === 'object' && typeof right === 'object' ? left.fileId === right.fileId : left === right;
const addressIn = ({ email }: Words): string | null => (typeof email === 'string' ? email.trim().toLowerCase() : null);

/** Typed words under a form's name, kept at once and until they are sent (D25), for the person who typed them alone. */
export const draftsIn = (kept: Keeper) => {
  // Forms that were open when everything was cleared write nothing more.
  let generation = 0;
  const of = (userId: string | null | undefined) => {
    const prefix = `${PREFIX}${userId ?? NOBODY}.`;
    const opened = generation;
    const read = (name: string): Words | null => {
      const draft = kept.read<Record<string, unknown>>(prefix + name);
      if (draft === null || typeof draft !== 'object') return null;
      const words = Object.entries(draft).filter((entry): entry is [string, FieldValue] => isWord(entry[1]));
      return words.length > 0 ? Object.fromEntries(words) : null;
    };
    return {
      read,
      /** Keeps only what differs from what is saved already; nothing differing, nothing kept. */
      write: (name: string, values: Words, saved: Words): boolean => {
        const typed = Object.entries(values).filter(([field, value]) => !isSame(value, saved[field] ?? ''));
        if (opened !== generation) return false;
        if (typed.length === 0) {
          kept.remove(prefix + name);
          return false;
        }
        return kept.write(prefix + name, Object.fromEntries(typed));
      },
      remove: (name: string) => kept.remove(prefix + name),
      names: () => kept.keys(prefix).map((key) => key.slice(prefix.length)),
    };
  };
  return {
    of,
    /** Nobody at this device finds what anybody else has typed. */
    removeAll: () => {
      generation += 1;
      for (const key of kept.keys(PREFIX)) kept.remove(key);
    },
    /** Whoever applied gets an account: words typed before under the same address are theirs, all others stay. */
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
