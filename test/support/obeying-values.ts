import fc from 'fast-check';
import { ENCODED_ADDRESS } from '../../domain/values/web-address.ts';
import { hasForm } from './text-form.ts';

/** As published: what the values of a member must obey. */
export interface Rules {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rules[];
  readonly oneOf?: readonly Rules[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly items?: Rules;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly contains?: Rules;
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Rules;
  readonly additionalProperties?: Rules | boolean;
  readonly contentSchema?: Rules;
}

const LARGEST = 2 ** 31 - 1;
const LONGEST = 20_000;
const MOST_ITEMS = 3;
const CENTS = 100;

/** Only values that the published schema allows, its limits among them. */
export function obeyingValues(rules: Rules): fc.Arbitrary<unknown> {
  const { type } = rules;
  if (rules.const !== undefined) return fc.constant(rules.const);
  if (rules.enum) return fc.constantFrom(...rules.enum);
  if (rules.contentSchema) return obeyingValues(rules.contentSchema).map((value) => JSON.stringify(value));
  const alternatives = rules.anyOf ?? rules.oneOf;
  if (alternatives && rules.properties) return fc.oneof(...alternatives.map((one) => onlyThe(rules, one.required)));
  if (alternatives) return fc.oneof(...alternatives.map(obeyingValues));
  if (typeof type === 'object') return fc.oneof(...type.map((one) => obeyingValues({ ...rules, type: one })));
  switch (type) {
    case 'string':
      return texts(rules);
    case 'integer':
      return fc.integer({ min: rules.minimum ?? -5, max: Math.min(rules.maximum ?? 5000, LARGEST) });
    case 'number':
      return numbers(rules);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(rules);
    case 'object':
      return objects(rules);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function onlyThe({ properties = {}, required = [] }: Rules, chosen: readonly string[] = []): fc.Arbitrary<unknown> {
  const names = [...required, ...chosen];
  return objects({
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
  });
}

function numbers({ minimum = 0, maximum = 10_000, multipleOf }: Rules): fc.Arbitrary<number> {
  if (multipleOf === undefined) return fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.integer({ min: minimum * CENTS, max: Math.min(maximum * CENTS, LARGEST) }).map((cents) => cents / CENTS);
}

function texts(rules: Rules): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 500 } = rules;
  const isAllowed = (text: string) =>
    [...text].length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  if (format === 'date-time') return dates().map((date) => date.toISOString());
  if (format === 'date') return dates().map((date) => date.toISOString().slice(0, '2026-03-01'.length));
  if (format === 'email') return fc.nat(30).map((n) => `walker${n}@walk.example`);
  // Tests must not call addresses of others, and these hosts do not exist.
  if (format?.startsWith('uri') || pattern === ENCODED_ADDRESS.source) return fc.webUrl({ validSchemes: ['https'] });
  const form = hasForm(pattern) ? pattern : undefined;
  // The library builds no text for looking ahead, nor for classes of Unicode.
  if (form && /\(\?[=!]|\\p\{/.test(form)) {
    return fc.constantFrom('walk.example.org', 'a.example').filter(isAllowed);
  }
  if (form) return fc.stringMatching(new RegExp(form, 'u')).filter(isAllowed);
  const longest = 'x'.repeat(Math.min(maxLength, LONGEST));
  const withNul = fc.string({ maxLength: 10 }).map((text) => `${text}\u0000`);
  const [nul = ''] = fc.sample(withNul, 20).filter(isAllowed);
  return fc.oneof(
    ...(nul === '' ? [] : [{ weight: 1, arbitrary: fc.constant(nul) }]),
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.max(minLength, 60) }).filter(isAllowed) },
    { weight: 1, arbitrary: fc.constantFrom(longest, 'x'.repeat(Math.max(1, minLength))) },
  );
}

const dates = () => fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

function lists(rules: Rules): fc.Arbitrary<readonly unknown[]> {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY, contains } = rules;
  const limits = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MOST_ITEMS) };
  const list = rules.uniqueItems
    ? fc.uniqueArray(obeyingValues(items), { ...limits, selector: (value) => JSON.stringify(value) })
    : fc.array(obeyingValues(items), limits);
  if (!contains) return list;
  return fc
    .tuple(list, obeyingValues(items), obeyingValues(contains))
    .map(([others, item, needed]) => [{ ...(item as object), ...(needed as object) }, ...others.slice(1)]);
}

function objects({ properties = {}, required = [], additionalProperties, propertyNames }: Rules) {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, rules]) => [name, obeyingValues(rules)])),
    { requiredKeys: [...required], noNullPrototype: true },
  );
  if (typeof additionalProperties !== 'object') return known;
  const names = propertyNames ? texts(propertyNames) : fc.constantFrom('firstName', 'city', 'strange');
  const others = fc.dictionary(names, obeyingValues(additionalProperties), { maxKeys: MOST_ITEMS });
  return fc.tuple(others, known).map(([some, own]) => ({ ...some, ...own }));
}
