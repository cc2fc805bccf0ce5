/** Small things kept in the browser. Storage may be denied or full; then they are simply not kept. */
export interface Keeper {
  read<Value>(key: string): Value | null;
  write(key: string, value: unknown): boolean;
  remove(key: string): void;
  /** The keys that begin so. */
  keys(prefix: string): readonly string[];
}

type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function keeper(storage: () => Storing): Keeper {
  return {
    read: (key) => {
      try {
        const text = storage().getItem(key);
        return text === null ? null : JSON.parse(text);
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        storage().setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove: (key) => {
      try {
        storage().removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
    keys: (prefix) => {
      try {
        const kept = storage();
        const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
        return keys.filter((key) => key.startsWith(prefix));
      } catch {
        return [];
      }
    },
  };
}

/** Until it is removed. */
export const onThisDevice = keeper(() => localStorage);
/** For this visit, in this tab. */
export const forThisVisit = keeper(() => sessionStorage);
