import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ID_LIMIT } from '../../domain/text/text-limits.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { id } from './values.ts';

type Schema = { readonly [member: string]: unknown };

/** Places that take any value: ignored, or the answers to a process's forms, which its rules check. */
const OPEN = new Set([
  'signup.body.isCreator',
  'login.body.isCreator',
  'submitApplication.body',
  'changeApplication.body',
]);
const FILES = new Set(['upload.body.file', 'dynamicUpload.body.file']);

/** Every place in a schema that takes more without end. */
function boundless(schema: Schema, at: string): readonly string[] {
  const { type, oneOf, anyOf = oneOf, items, properties = {}, additionalProperties, propertyNames } = schema;
  if (schema.enum || schema.const !== undefined) return [];
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => boundless(one, at));
  if (Array.isArray(type)) return type.flatMap((one) => boundless({ ...schema, type: one }, at));
  if (type === 'string') return typeof schema.maxLength === 'number' || FILES.has(at) ? [] : [`${at}: a string`];
  if (type === 'array') {
    const list = typeof schema.maxItems === 'number' ? [] : [`${at}: a list`];
    return [...list, ...boundless((items ?? {}) as Schema, `${at}[]`)];
  }
  if (type === 'object') {
    const inner = Object.entries(properties as object).flatMap(([name, one]) => boundless(one, `${at}.${name}`));
    const isRecord = additionalProperties !== undefined && additionalProperties !== false;
    if (!isRecord) return inner;
    const names = propertyNames === undefined || /\{0,\d+\}\$$/.test(String((propertyNames as Schema).pattern));
    const bound = typeof schema.maxProperties === 'number' && names ? [] : [`${at}: a record`];
    return [...inner, ...bound, ...(OPEN.has(at) ? [] : boundless(additionalProperties as Schema, `${at}.*`))];
  }
  return type === undefined && !OPEN.has(at) ? [`${at}: any value`] : [];
}

test('every list, string and record that a call takes has a limit, which is published', () => {
  const found = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema
        ? boundless(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, `${name}.${part}`)
        : [];
    }),
  );
  expect(found).toEqual([]);
});

test('the walk finds a list, a string, a record and a value without a limit', () => {
  const schema = z.object({
    list: z.array(z.boolean()),
    text: z.string().nullish(),
    record: z.record(z.string(), z.number()),
    deep: z.array(z.object({ anything: z.unknown() })).max(3),
  });
  const found = boundless(z.toJSONSchema(schema, { io: 'input' }) as Schema, 'call');
  expect(found).toEqual([
    'call.list: a list',
    'call.text: a string',
    'call.record: a record',
    'call.deep[].anything: any value',
  ]);
});

test('no limit is a number of its own: the domain names them all', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] });
  const literal = files.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\.(?:max|length)\(\d[^)]*\)|\bmax\w+: \d+/g),
    ].map(([limit]) => `${file}: ${limit}`),
  );
  expect(literal).toEqual([]);
});

test('an id can be as long as the contract publishes', () => {
  expect(id.safeParse('x'.repeat(ID_LIMIT)).success).toBe(true);
  expect(id.safeParse('x'.repeat(ID_LIMIT + 1)).success).toBe(false);
});
