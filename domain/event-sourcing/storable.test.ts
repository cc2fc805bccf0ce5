import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOfDocument } from './storable.ts';

const value = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('a\0', '\ud800', Number.NaN, 1n, new Date(0), undefined, () => 0) },
);
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('a', 'b', 'c', 'list') },
  { weight: 1, arbitrary: fc.constantFrom('', 'a.b', '$set', '__proto__', 'constructor', '_bsontype') },
);
/** Puts a value, or another part of the document, into the place that the path leads to. */
const edit = fc.record({
  path: fc.array(fc.oneof(key, fc.nat(2)), { minLength: 1, maxLength: 4 }),
  put: fc.oneof(
    value.map((one) => () => one),
    value.map((one) => () => [one]),
    fc.array(fc.oneof(key, fc.nat(2)), { maxLength: 3 }).map((path) => (document: unknown) => partAt(document, path)),
    fc.nat(60).map((depth) => () => nested(depth)),
  ),
});

const nested = (depth: number): unknown => (depth === 0 ? 0 : { a: nested(depth - 1) });
const membersOf = (part: unknown): Record<string | number, unknown> | undefined =>
  typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : undefined;
const partAt = (part: unknown, [first, ...rest]: readonly (string | number)[]): unknown =>
  first === undefined ? part : partAt(ownMember(part, first), rest);
const ownMember = (part: unknown, name: string | number): unknown =>
  membersOf(part) && Object.hasOwn(part as object, name) ? membersOf(part)?.[name] : undefined;

/** A copy on the path, the same objects beside it, as folds make them. */
function edited(part: unknown, [first, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (first === undefined) return put;
  const member = edited(ownMember(part, first), rest, put);
  if (typeof first !== 'number') return { ...(Array.isArray(part) ? {} : membersOf(part)), [first]: member };
  const values: readonly unknown[] = Array.isArray(part) ? part : [];
  return values.length > first ? values.with(first, member) : [...values, member];
}

test('of a document that was made from a sound one, exactly what is refused as a whole is refused', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let document: object = { _id: 'one' };
      const size = { bytes: 0 };
      expect(faultOfDocument(document, { size })).toBeUndefined();
      for (const { path, put } of edits) {
        const next = edited(document, path, put(document)) as object;
        const found = faultOfDocument(next, { former: document, size });
        expect(found).toEqual(faultOfDocument(next));
        if (!found) document = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test('a document that grows step by step is refused once it is larger than 16 MB, and not before', () => {
  const line = 'ä'.repeat(500_000);
  const size = { bytes: 0 };
  let document: { _id: string; lines: readonly string[] } = { _id: 'one', lines: [] };
  const lines: string[] = [];
  for (;;) {
    const next = { ...document, lines: [...document.lines, line] };
    const found = faultOfDocument(next, { former: document, size });
    expect(found).toEqual(faultOfDocument(next));
    if (found) break;
    document = next;
    lines.push(line);
  }
  expect(lines).toHaveLength(15);
  const changed = { ...document, lines: document.lines.with(0, 'short') };
  expect(faultOfDocument(changed, { former: document, size })).toBeUndefined();
});
