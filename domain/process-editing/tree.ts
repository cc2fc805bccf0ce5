import type { z } from 'zod';
import { CONDITION, CONDITION_TERM } from '../process/conditions.ts';
import {
  CONTENT_BLOCK,
  DASHBOARD_FIELD,
  FORM,
  FORM_FIELD,
  PROCESS_CONFIG,
  type ProcessConfig,
  STEP,
} from '../process/config.ts';

/** Members and positions from the config to an element, such as `['applicationDetailsSteps', 2, 'content', 0]`. */
export type Path = readonly (string | number)[];

export type ElementKind =
  | 'step'
  | 'field'
  | 'column'
  | 'block'
  | 'option'
  | 'embed'
  | 'term'
  | 'plan'
  | 'assessment'
  | 'form'
  | 'condition'
  | 'process';

/** Undefined where the path leads nowhere. */
export const valueAt = (config: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string | number, unknown>)[part]
        : undefined,
    config,
  );

export const listAt = (config: unknown, path: Path): readonly unknown[] => {
  const list = valueAt(config, path);
  return Array.isArray(list) ? list : [];
};

export function kindAt(path: Path): ElementKind {
  const member = path.findLast((part) => typeof part === 'string');
  switch (member) {
    case undefined:
      return 'process';
    case 'applicationDetailsSteps':
      return 'step';
    case 'fields':
      return path[0] === 'fields' ? 'column' : 'field';
    case 'content':
      return 'block';
    case 'options':
      return 'option';
    case 'integrations':
      return 'embed';
    case 'terms':
      return 'term';
    case 'availablePaymentModels':
      return 'plan';
    case 'assessmentIds':
      return 'assessment';
    case 'applicationForm':
    case 'configuration':
      return 'form';
    default:
      return 'condition';
  }
}

const orderOf = (schema: z.ZodObject): readonly string[] => Object.keys(schema.shape);
const MEMBER_ORDER: Readonly<Partial<Record<ElementKind, readonly string[]>>> = {
  process: orderOf(PROCESS_CONFIG),
  step: orderOf(STEP),
  form: orderOf(FORM),
  field: orderOf(FORM_FIELD),
  column: orderOf(DASHBOARD_FIELD),
  block: orderOf(CONTENT_BLOCK),
  condition: orderOf(CONDITION),
  term: orderOf(CONDITION_TERM),
};

/** Keeps everything beside the path, unknown members and their order included; undefined removes the member. */
export function withValue(config: ProcessConfig, path: Path, value: unknown): ProcessConfig {
  return put(config, path, 0, value) as ProcessConfig;
}

function put(node: unknown, path: Path, depth: number, value: unknown): unknown {
  const part = path[depth];
  if (part === undefined) return value;
  const child = (at: unknown) => put(at, path, depth + 1, value);
  if (typeof part === 'number') {
    const list = Array.isArray(node) ? node : [];
    return list.map((element, index) => (index === part ? child(element) : element));
  }
  const object = (typeof node === 'object' && node !== null ? node : {}) as Readonly<Record<string, unknown>>;
  return withMember(object, part, child(valueAt(object, [part])), MEMBER_ORDER[kindAt(path.slice(0, depth))] ?? []);
}

/** A new member is put where the schema has it, so that a saved config has the same text as the edited one. */
function withMember(
  object: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
  order: readonly string[],
): Readonly<Record<string, unknown>> {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
  if (Object.hasOwn(object, name)) return { ...object, [name]: value };
  const later = new Set(order.slice(order.indexOf(name) + 1));
  const entries = Object.entries(object);
  const next = order.includes(name) ? entries.findIndex(([member]) => later.has(member)) : -1;
  const at = next < 0 ? entries.length : next;
  return Object.fromEntries(entries.toSpliced(at, 0, [name, value]));
}

/** The smallest place that holds every difference. */
export function differenceOf(before: unknown, after: unknown): Path {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return onlyDifference(before, after, [...before.keys()]);
  }
  if (!isPlain(before) || !isPlain(after)) return [];
  return onlyDifference(before, after, [...new Set([...Object.keys(before), ...Object.keys(after)])]);
}

function onlyDifference(before: object, after: object, parts: readonly (string | number)[]): Path {
  const differing = parts.filter(
    (part) => JSON.stringify(valueAt(before, [part])) !== JSON.stringify(valueAt(after, [part])),
  );
  const [part] = differing;
  if (part === undefined || differing.length > 1) return [];
  return [part, ...differenceOf(valueAt(before, [part]), valueAt(after, [part]))];
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
