import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

const KB = 1024;
/** Room for members that a call ignores and for a text that is too long, so that the error can name its field. */
const SMALLEST = 64 * KB;
/** JSON can escape each UTF-16 unit as `\u0041`. */
const BYTES_PER_UNIT = 6;
const BYTES_PER_NUMBER = 32;
const BYTES_PER_INSTANT = 64;
const BYTES_IGNORED = KB;

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** The largest JSON body of a call in bytes: what the limits in its contract add up to, at most 1 MB (docs/decisions/0035). */
export function bodyLimitOf({ body }: Endpoint): number {
  if (!body) return SMALLEST;
  const most = weightOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema);
  return Math.ceil(Math.min(MAX_BODY_BYTES, Math.max(SMALLEST, most)) / KB) * KB;
}

function weightOf(schema: Schema): number {
  const { type, oneOf, anyOf = oneOf, format, maxLength, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  const given = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (given) return Math.max(...given.map((value) => JSON.stringify(value).length));
  if (anyOf) return Math.max(...anyOf.map(weightOf));
  switch (type) {
    case 'string':
      if (format === 'date-time') return BYTES_PER_INSTANT;
      return 2 + BYTES_PER_UNIT * (maxLength ?? Number.POSITIVE_INFINITY);
    case 'array':
      return 2 + maxItems * (1 + weightOf(items ?? {}));
    case 'object':
      return weightOfObject(schema);
    default:
      return type === undefined ? BYTES_IGNORED : BYTES_PER_NUMBER;
  }
}

function weightOfObject({ properties = {}, additionalProperties, maxProperties }: Schema): number {
  const named = Object.entries(properties).map(([name, schema]) => name.length + 4 + weightOf(schema));
  const sum = named.reduce((most, weight) => most + weight, 2);
  if (additionalProperties === undefined || additionalProperties === false) return sum;
  const isOpen = additionalProperties === true || Object.keys(additionalProperties).length === 0;
  return isOpen
    ? Number.POSITIVE_INFINITY
    : sum + (maxProperties ?? Number.POSITIVE_INFINITY) * weightOf(additionalProperties);
}
