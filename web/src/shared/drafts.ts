import { type Keeper, onThisDevice } from './kept.ts';

type Words = Readonly<Record<string, string>>;

const PREFIX = 'intake.draft.';
const NOBODY = 'nobody';

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
      const texts = Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return texts.length > 0 ? Object.fromEntries(texts) : null;
    };
    return {
      read,
      /** Keeps only what differs from what is saved already; nothing differing, nothing kept. */
      write: (name: string, values: Words, saved: Words): boolean => {
        const typed = Object.entries(values).filter(([field, value]) => value !== (saved[field] ?? ''));
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
        if (words?.email?.trim().toLowerCase() !== email.trim().toLowerCase()) continue;
        if (theirs.read(name) || theirs.write(name, words, {})) nobodys.remove(name);
      }
    },
  };
};

export const drafts = draftsIn(onThisDevice);
