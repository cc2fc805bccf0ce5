import type { JsonSchema } from './json-schema-values.ts';

/** Where a body holds a text: names of members, and 0 for the first entry of a list. */
export interface TextPlace {
  readonly path: readonly (string | 0)[];
  readonly limit: number;
  /** A text of a fixed form, as ids and dates. */
  readonly hasForm: boolean;
}

/** For members that take any name. */
const ANY_NAME = 'anyName';

/** Every text that a body of this schema can hold. */
export function textsOfSchema(schema: JsonSchema, path: TextPlace['path'] = []): readonly TextPlace[] {
  const { oneOf = [], anyOf = oneOf, properties = {}, items, additionalProperties } = schema;
  const { type, maxLength, pattern, format } = schema;
  const isText = type === 'string' && schema.enum === undefined && schema.const === undefined && format !== 'binary';
  const other = typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined;
  return [
    ...(isText ? [{ path, limit: maxLength ?? Number.POSITIVE_INFINITY, hasForm: pattern !== undefined }] : []),
    ...anyOf.flatMap((each) => textsOfSchema(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOfSchema(each, [...path, name])),
    ...(items ? textsOfSchema(items, [...path, 0]) : []),
    ...(other ? textsOfSchema(other, [...path, ANY_NAME]) : []),
  ];
}

/** Every text in a value. */
export function textsOfValue(value: unknown, path: TextPlace['path'] = []): readonly TextPlace[] {
  if (typeof value === 'string') return [{ path, limit: Number.POSITIVE_INFINITY, hasForm: false }];
  if (Array.isArray(value))
    return value.flatMap((each, index) => (index === 0 ? textsOfValue(each, [...path, 0]) : []));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOfValue(each, [...path, name]));
}

/** The value with another text at that place; what the place needs around it and the schema requires is added. */
export function withTextAt(value: unknown, path: TextPlace['path'], text: string, schema: JsonSchema = {}): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return text;
  const { items = {}, properties = {}, required = [] } = shapeFor(schema, first);
  if (first === 0) {
    const [head, ...others] = Array.isArray(value) ? value : [];
    return [withTextAt(head, rest, text, items), ...others];
  }
  const members = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const needed = required.filter((name) => name !== first && !(name in members));
  return {
    ...members,
    ...Object.fromEntries(needed.map((name) => [name, leastOf(properties[name] ?? {})])),
    [first]: withTextAt(members[first], rest, text, properties[first] ?? {}),
  };
}

/** Of several shapes the one that has such a member, or entries. */
function shapeFor(schema: JsonSchema, member: string | 0): JsonSchema {
  const alternatives = ({ anyOf, oneOf = anyOf }: JsonSchema): readonly JsonSchema[] => oneOf ?? [];
  const shapes = [schema, ...alternatives(schema), ...alternatives(schema).flatMap(alternatives)];
  return shapes.find(({ items, properties }) => (member === 0 ? items : properties?.[member])) ?? {};
}

function leastOf(schema: JsonSchema): unknown {
  const { oneOf, anyOf = oneOf, type, properties = {}, required = [] } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf) return leastOf(anyOf[0] as JsonSchema);
  if (schema.format === 'date-time') return new Date(0).toISOString();
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {})]));
  const least: Readonly<Record<string, unknown>> = { string: 'a', integer: 1, number: 1, boolean: true, array: [] };
  return least[String(type)] ?? null;
}
