/** Small values in the browser's storage. If it is denied or full, nothing is stored. */
export interface BrowserStorage {
  read<Value>(key: string): Value | null;
  write(key: string, value: unknown): boolean;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
}

type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function browserStorage(storage: () => Storing): BrowserStorage {
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
        // Nothing was stored.
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

export const onThisDevice = browserStorage(() => localStorage);
export const forThisVisit = browserStorage(() => sessionStorage);
