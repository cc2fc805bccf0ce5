/** An answer as JSON text, for what is shown so often that its text is kept. */
export class Serialised<Value> {
  readonly text: string;
  /** For the types alone. */
  declare readonly value?: Value;

  constructor(text: string) {
    this.text = text;
  }
}

/** Texts of what was made of a source, as long as whoever holds the source does and everything else in it is the same. */
export interface KnownTexts<Source extends object> {
  textOf(source: Source, rest: readonly unknown[], make: () => unknown): string;
}

export function createKnownTexts<Source extends object>(): KnownTexts<Source> {
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
