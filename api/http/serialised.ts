export class Serialised<Value> {
  readonly text: string;
  /** Of a list. */
  readonly rows: number;
  declare readonly value?: Value;

  constructor(text: string, rows = 1) {
    this.text = text;
    this.rows = rows;
  }
}

/** JSON texts of a source's answers, cached as long as the source lives and `rest` is equal. */
export interface TextCache<Source extends object> {
  textOf(source: Source, rest: readonly unknown[], make: () => unknown): string;
}

export function createTextCache<Source extends object>(): TextCache<Source> {
  const known = new WeakMap<Source, { readonly rest: readonly unknown[]; readonly text: string }>();
  return {
    textOf(source, rest, make) {
      const before = known.get(source);
      if (before && rest.every((part, n) => part === before.rest[n])) return before.text;
      const text = JSON.stringify(make());
      known.set(source, { rest, text });
      return text;
    },
  };
}
