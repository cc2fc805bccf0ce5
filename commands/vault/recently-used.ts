/** Remembers at least the `least` entries that were used last, and at most twice as many. */
export interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/**
 * Two generations instead of an order of use: when the young one is full, it becomes the old one, and the old one goes.
 * Evicting the oldest entry of one `Map` costs V8 25 µs among 50,000, as it walks over the holes of earlier evictions.
 */
export function createRecentlyUsed<Value>(least: number): RecentlyUsed<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value) => {
    young.set(key, value);
    if (young.size < least) return;
    old = young;
    young = new Map();
  };
  return {
    set,
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const value = old.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}
