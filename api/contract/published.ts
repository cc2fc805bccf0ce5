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
  const { $schema, ...rest } = z.toJSONSchema(schema, {
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
  }) as JsonSchema;
  return rest;
}
