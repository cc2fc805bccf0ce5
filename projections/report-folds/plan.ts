import type { ReportCondition, ReportGrouping, ReportQuestion } from '../../domain/saved-report/details.ts';

/** Where to read each value of a grouping. */
export type Source = { readonly in: 'values' | 'facts'; readonly index: number } | { readonly in: 'time' };

export interface Plan {
  readonly question: ReportQuestion;
  /** Stored per subject, as of its last event. */
  readonly facts: readonly string[];
  /** Stored per part, as after the event. */
  readonly values: readonly string[];
  readonly sources: readonly Source[];
  readonly conditionsAtEvent: readonly ReportCondition[];
  readonly conditionsToday: readonly { readonly condition: ReportCondition; readonly fact: number }[];
  readonly time: Extract<ReportGrouping, { kind: 'time' }> | null;
  readonly usesActor: boolean;
}

const isFact = (id: string): boolean => id.startsWith('application.') || id.startsWith('answer.');
const isToday = ({ field, when }: { field: string; when: 'today' | 'event' }) => isFact(field) && when === 'today';

/** Deterministic, because the folding thread and the reading process both compute it. */
export function planOf(question: ReportQuestion): Plan {
  const { where, groupBy } = question;
  const fields = groupBy.filter((one) => one.kind === 'field');
  const named = [...fields, ...where];
  const facts = [...new Set(named.flatMap(({ field }) => (isFact(field) ? [field] : [])))];
  const values = [...new Set(fields.flatMap((one) => (isToday(one) ? [] : [one.field])))];
  const sourceOf = (one: ReportGrouping): Source => {
    if (one.kind === 'time') return { in: 'time' };
    return isToday(one)
      ? { in: 'facts', index: facts.indexOf(one.field) }
      : { in: 'values', index: values.indexOf(one.field) };
  };
  return {
    question,
    facts,
    values,
    sources: groupBy.map(sourceOf),
    conditionsAtEvent: where.filter((condition) => !isToday(condition)),
    conditionsToday: where.filter(isToday).map((condition) => ({ condition, fact: facts.indexOf(condition.field) })),
    time: groupBy.find((one) => one.kind === 'time') ?? null,
    usesActor: named.some(({ field }) => field === 'actor'),
  };
}

/** Spellings that differ only in case or outer blanks are one value. */
export const folded = (value: string): string => value.trim().toLowerCase();

export function holds({ isNot, values }: ReportCondition, value: string | null): boolean {
  const isAmong = value !== null && values.some((one) => folded(one) === folded(value));
  return isAmong !== isNot;
}
