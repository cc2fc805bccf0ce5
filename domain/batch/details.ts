import {
  type FieldRule,
  type FieldRules,
  optionalFile,
  optionalForm,
  optionalText,
  required,
  requiredName,
} from '../configuration/field-rules.ts';
import { LIMITS } from '../limits/limits.ts';
import { listErrors, listOf } from '../limits/list-limits.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { looksLikeId } from '../values/ids.ts';
import type { BatchDetails } from './events.ts';

export const DEFAULT_CAPACITY = 20;

export const BATCH_SLUG = /^[a-z0-9-]{6,100}$/;
export const isBatchSlug = (slug: string): boolean => BATCH_SLUG.test(slug);

export const CAPACITY_LIMIT = 1_000_000;
const isCapacity = (value: number) => Number.isInteger(value) && value >= 0 && value <= CAPACITY_LIMIT;

const slugForm = optionalForm(isBatchSlug, TEXTS.batches.slugInvalid);
const slugRule: FieldRule<string | null> = (wanted) =>
  looksLikeId(wanted?.trim() ?? '') ? { message: TEXTS.documents.slugLikeId } : slugForm(wanted);

const LISTS = { assessmentIds: listOf('A batch', 'assessments', LIMITS.ids) };

const assessmentsRule: FieldRule<string[]> = (wanted, current) => {
  const assessmentIds = [...new Set(wanted ?? [])];
  const [tooLong] = listErrors({ assessmentIds }, LISTS, { assessmentIds: current });
  return tooLong ? { message: tooLong.message } : { value: assessmentIds };
};

export const BATCH_RULES: FieldRules<BatchDetails> = {
  name: requiredName,
  description: optionalText(PARAGRAPH_LIMIT),
  privateDetails: optionalText(PARAGRAPH_LIMIT),
  slug: slugRule,
  capacity: required('Capacity', isCapacity, TEXTS.batches.capacityInvalid),
  processId: optionalText(),
  assessmentIds: assessmentsRule,
  iconFile: optionalFile,
  bannerFile: optionalFile,
  enableEmbedding: required<boolean>('Embedding'),
};
