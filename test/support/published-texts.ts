import type { JsonSchema } from './json-schema-values.ts';
import { hasForm } from './text-form.ts';

export interface TextPlace {
  readonly path: readonly (string | 0)[];
  readonly limit: number;
  /** A fixed form, such as an id or a date. */
  readonly hasForm: boolean;
}

/** For members with any name. */
const ANY_NAME = 'anyName';

export function textsOfSchema(schema: JsonSchema, path: TextPlace['path'] = []): readonly TextPlace[] {
  const { oneOf = [], anyOf = oneOf, properties = {}, items, additionalProperties } = schema;
  const { type, maxLength, pattern, format } = schema;
  const isText = type === 'string' && schema.enum === undefined && schema.const === undefined && format !== 'binary';
  const other = typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined;
  return [
    ...(isText ? [{ path, limit: maxLength ?? Number.POSITIVE_INFINITY, hasForm: hasForm(pattern) }] : []),
    ...anyOf.flatMap((each) => textsOfSchema(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOfSchema(each, [...path, name])),
    ...(items ? textsOfSchema(items, [...path, 0]) : []),
    ...(other ? textsOfSchema(other, [...path, ANY_NAME]) : []),
  ];
}

export function textsOfValue(value: unknown, path: TextPlace['path'] = []): readonly TextPlace[] {
  if (typeof value === 'string') return [{ path, limit: Number.POSITIVE_INFINITY, hasForm: false }];
  if (Array.isArray(value))
    return value.flatMap((each, index) => (index === 0 ? textsOfValue(each, [...path, 0]) : []));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOfValue(each, [...path, name]));
}

/** Adds the surroundings that the schema requires. */
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

/** The shape with this member, or with entries. */
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
