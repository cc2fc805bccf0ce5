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

/** Of an object, so that a text does not keep the process alive that it was made with. */
const marks = new WeakMap<object, symbol>();

function markOf(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const mark = marks.get(part) ?? Symbol();
  marks.set(part, mark);
  return mark;
}

export function createTextCache<Source extends object>(): TextCache<Source> {
  const known = new WeakMap<Source, { readonly rest: readonly unknown[]; readonly text: string }>();
  return {
    textOf(source, rest, make) {
      const before = known.get(source);
      if (before && rest.every((part, n) => markOf(part) === before.rest[n])) return before.text;
      const text = JSON.stringify(make());
      known.set(source, { rest: rest.map(markOf), text });
      return text;
    },
  };
}
