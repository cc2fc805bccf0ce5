import { z } from 'zod';

export type JsonSchema = { readonly [name: string]: unknown };

/** What rules check beyond the shape of a body. It is only published: the rule refuses, with its own text. */
const INSTEAD = new WeakMap<object, JsonSchema>();
const REQUIRED = new WeakMap<object, readonly string[]>();
const BESIDES = new WeakMap<object, JsonSchema>();

/** Publishes `json` instead of the schema. */
export function published<Schema extends z.ZodType>(schema: Schema, json: JsonSchema): Schema {
  const copy = schema.clone();
  INSTEAD.set(copy, json);
  return copy;
}

/** Publishes `json` beside the schema: rules over several of its members. */
export function besides<Schema extends z.ZodType>(schema: Schema, json: JsonSchema): Schema {
  const copy = schema.clone();
  BESIDES.set(copy, json);
  return copy;
}

/** Also publishes these members as required. */
export function requiring<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  ...names: readonly (keyof Shape & string)[]
): z.ZodObject<Shape> {
  const copy = schema.clone();
  REQUIRED.set(copy, names);
  return copy;
}

/** JSON Schema of a request (`input`) or an answer (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest }: JsonSchema = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (io === 'output') return;
      const required = REQUIRED.get(zodSchema);
      if (required) jsonSchema.required = [...(jsonSchema.required ?? []), ...required];
      Object.assign(jsonSchema, BESIDES.get(zodSchema));
      const instead = INSTEAD.get(zodSchema);
      if (!instead) return;
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
      Object.assign(jsonSchema, instead);
    },
  });
  return io === 'input' ? (withStorableTexts(rest) as JsonSchema) : rest;
}

/** What every body and address is checked for. */
const STORABLE = '^[^\\u0000]*$';

/** Publishes for each text without a form of its own that it has no U+0000. */
function withStorableTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStorableTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, DATA.has(name) ? member : withStorableTexts(member)]),
  );
  const { type, enum: values, const: value, format, pattern } = members;
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  const isOpen = values === undefined && value === undefined && format !== 'binary' && pattern === undefined;
  return isText && isOpen ? { ...members, pattern: STORABLE } : members;
}

/** Members that hold values instead of schemas. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required']);
