import fc from 'fast-check';
import { HOSTILE_VALUES, NO_IDS } from './hostile.ts';
import { hasForm } from './text-form.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** A placeholder for an existing thing; the walk chooses it. */
export class KnownThing {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  toString(): string {
    return `thing ${this.index}`;
  }
}

/** Printed in short if a test fails. */
export class LongText {
  readonly length: number;
  constructor(length: number) {
    this.length = length;
  }
}

/** In a path, query or body; mostly of an existing thing. */
export const anyId: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(10_000).map((index) => new KnownThing(index)) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom(...NO_IDS) },
);

const hostile = fc.constantFrom(...HOSTILE_VALUES);

/** Values of a schema, sometimes with an invalid one anywhere. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: rightValuesOf(schema) }, { weight: 1, arbitrary: hostile });
}

function rightValuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(rightValuesOf));
  const { type } = schema;
  if (typeof type === 'object') return fc.oneof(...type.map((each) => rightValuesOf({ ...schema, type: each })));
  switch (type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.oneof(fc.nat(40), fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5_000 }));
    case 'number':
      return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 10_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf({ format, pattern, maxLength = 500 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    const range = { min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  if (format !== 'email' && hasForm(pattern)) return anyId;
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) }) },
    { weight: 2, arbitrary: fc.nat(30).map((n) => `walker${n}@walk.example`) },
    { weight: 1, arbitrary: anyId },
    { weight: 1, arbitrary: fc.constantFrom(new LongText(maxLength), new LongText(maxLength + 1)) },
  );
}

function objectsOf({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)])),
    { requiredKeys: [...required], noNullPrototype: true },
  );
  if (additionalProperties === false) return known;
  const others = fc.dictionary(fc.constantFrom('firstName', 'lastName', 'city', '__proto__', 'strange'), hostile);
  return fc.tuple(others, known).map(([some, own]) => ({ ...some, ...(own as object) }));
}
