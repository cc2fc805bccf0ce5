import { z } from 'zod';
import type { EventDefinition } from '../event-sourcing/event.ts';

/** `text` is a short text of staff or of a link, never a person's words. */
export type FieldKind = 'choice' | 'yesNo' | 'number' | 'text' | 'batch' | 'assessment' | 'paymentModel';

export interface EventField {
  /** The path in the event's data; the amounts of a list are summed. */
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
}

interface Offered {
  readonly label: string;
  /** The kind of value that a text names. */
  readonly as?: 'text' | 'batch' | 'assessment' | 'paymentModel';
}

/** By path, or by type and path. Reports offer no other field of an event. */
const OFFERED: Readonly<Record<string, Offered>> = {
  'StatusChanged.from': { label: 'Status before' },
  'StatusChanged.to': { label: 'New status' },
  'ApplicationTransferred.from': { label: 'Status before' },
  'BatchCreated.status': { label: 'Program state' },
  'BatchStatusChanged.status': { label: 'Program state' },
  'BatchCreated.capacity': { label: 'Seats' },
  toBatchId: { label: 'New program', as: 'batch' },
  fromBatchId: { label: 'Previous program', as: 'batch' },
  assessmentId: { label: 'Assessment', as: 'assessment' },
  type: { label: 'Type of assessment' },
  questionCount: { label: 'Questions' },
  timeLimitMinutes: { label: 'Minutes allowed' },
  score: { label: 'Score' },
  isLate: { label: 'Too late' },
  'CommentAdded.kind': { label: 'Call or meeting' },
  action: { label: 'Activity' },
  template: { label: 'Email template', as: 'text' },
  paymentModelId: { label: 'Payment plan', as: 'paymentModel' },
  currency: { label: 'Currency', as: 'text' },
  'invoices.amount': { label: 'Amount' },
};

/** Amounts in minor units of the event's `currency`. */
export const isMoney = (path: string): boolean => path === 'invoices.amount';

export interface Leaf {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** The leaves of an event's data, never of its personal part. */
export const leavesOf = ({ data }: EventDefinition): readonly Leaf[] => leavesIn(data, '');

function leavesIn(schema: z.ZodType, path: string): readonly Leaf[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leavesIn(schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodArray) return leavesIn(schema.element as z.ZodType, path);
  if (!(schema instanceof z.ZodObject)) return [{ path, schema }];
  return Object.entries<z.ZodType>(schema.shape).flatMap(([member, inner]) =>
    leavesIn(inner, path === '' ? member : `${path}.${member}`),
  );
}

export function fieldOfLeaf(type: string, { path, schema }: Leaf): EventField | null {
  const offered = OFFERED[`${type}.${path}`] ?? OFFERED[path];
  if (!offered) return null;
  const { label, as } = offered;
  const field = (kind: FieldKind, options: readonly string[] = []): EventField => ({ path, label, kind, options });
  if (schema instanceof z.ZodEnum) return field('choice', schema.options.map(String));
  if (schema instanceof z.ZodBoolean) return field('yesNo', ['true', 'false']);
  if (schema instanceof z.ZodNumber) return field('number');
  return schema instanceof z.ZodString && as !== undefined ? field(as) : null;
}

export const fieldsOf = (definition: EventDefinition): readonly EventField[] =>
  leavesOf(definition).flatMap((leaf) => fieldOfLeaf(definition.type, leaf) ?? []);
