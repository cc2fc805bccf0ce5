import { type Pace, YIELD_ONLY } from '../../commands/transfer/pace.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { createBuckets, labelOf, lastOf } from '../../domain/report-catalogue/buckets.ts';
import type { CatalogueField, ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { rulesOf, sentenceOf } from '../../domain/report-catalogue/sentence.ts';
import type { ReportGrouping, ReportMeasure, ReportQuestion, TimeUnit } from '../../domain/saved-report/details.ts';
import type { Subject } from '../../projections/report-folds/contributions.ts';
import { planOf } from '../../projections/report-folds/plan.ts';
import {
  type ArrangeOptions,
  arrange,
  type Bucket,
  type Gathered,
  gather,
  membersOf,
  nameOfBucket,
  type ReportTable as Tabulated,
} from '../../projections/report-folds/tabulate.ts';
import { inSlices } from '../../timing/in-slices.ts';
import type { ReportBucket, ReportTable } from '../contract/saved-reports.ts';

const UNITS = {
  count: 'events',
  applications: 'applications',
  sum: 'sum',
  median: 'milliseconds',
} as const satisfies Readonly<Record<ReportMeasure['kind'], ReportTable['unit']>>;

const TIME_LABELS = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** `all`: for a file. */
export type Groups = 'shown' | 'all';

export interface TableOptions {
  readonly timeZone: string;
  readonly catalogue: ReportCatalogue;
}

const bucketsOf = ({ groupBy }: ReportQuestion, timeZone: string) =>
  createBuckets(groupBy.find((one) => one.kind === 'time')?.unit ?? 'day', timeZone);

export const gathered = (
  subjects: Iterable<Subject>,
  question: ReportQuestion,
  { timeZone, catalogue }: TableOptions,
  pace: Pace = YIELD_ONLY,
): Promise<Gathered> =>
  inSlices(
    gather(subjects, planOf(question), {
      startOf: bucketsOf(question, timeZone).startOf,
      offered: answersOffered(catalogue),
    }),
    pace,
  );

const arrangement = (question: ReportQuestion, timeZone: string, groups: Groups): ArrangeOptions => ({
  between: bucketsOf(question, timeZone).between,
  most: groups === 'all' ? null : LIMITS.reportGroups,
});

export const tableOf = (
  all: Gathered,
  { timeZone }: TableOptions,
  groups: Groups,
  pace: Pace = YIELD_ONLY,
): Promise<Tabulated> => inSlices(arrange(all, arrangement(all.plan.question, timeZone, groups)), pace);

/** `open`: those that started and have not arrived. Otherwise the names of one bucket per axis, null for all. */
export type NumberIn = 'open' | readonly (string | null)[];

/** The applications behind a number; null if there is no such number. */
export async function membersIn(
  all: Gathered,
  number: NumberIn,
  { timeZone }: TableOptions,
): Promise<readonly string[] | null> {
  if (number === 'open') return all.open;
  const ids = await inSlices(membersOf(all, number, arrangement(all.plan.question, timeZone, 'shown')));
  return ids && [...ids];
}

/** An answer from when the field was a text may say anything. */
const answersOffered = ({ fields }: ReportCatalogue): ReadonlyMap<string, readonly string[]> =>
  new Map(
    fields.flatMap(({ id, options }) =>
      id.startsWith('answer.') ? [[id, (options ?? []).map(({ value }) => value)] as const] : [],
    ),
  );

/** Uses present names. `today` is the school's calendar day. */
export function tableView(
  { axes, cells, total, open }: Tabulated,
  question: ReportQuestion,
  catalogue: ReportCatalogue,
  { timeZone, today, isPast = false }: { readonly timeZone: string; readonly today: string; readonly isPast?: boolean },
): ReportTable {
  const fields = new Map(catalogue.fields.map((field) => [field.id, field]));
  return {
    sentence: sentenceOf(question, catalogue),
    rules: [...rulesOf(question, catalogue, timeZone, isPast)],
    timeZone,
    unit: UNITS[question.measure.kind],
    axes: axes.map(({ buckets, figures }, axis) => {
      const grouping = question.groupBy[axis] as ReportGrouping;
      const field = grouping.kind === 'field' ? fields.get(grouping.field) : undefined;
      return {
        label: grouping.kind === 'time' ? TIME_LABELS[grouping.unit] : (field?.label ?? grouping.field),
        kind: grouping.kind === 'time' ? 'time' : 'value',
        unit: grouping.kind === 'time' ? grouping.unit : null,
        buckets: buckets.map((bucket) =>
          grouping.kind === 'time' ? timeBucket(bucket, grouping.unit, today) : valueBucket(bucket, field),
        ),
        figures: [...figures],
      };
    }),
    cells: cells.map((cell) => ({ ...cell, at: [...cell.at] })),
    total,
    open,
  };
}

/** "Contracts sent: 2026-W10, Facebook", of the applications behind a number. */
export function titleOf(
  name: string,
  { table, question }: { readonly table: Tabulated; readonly question: ReportQuestion },
  { fields }: ReportCatalogue,
  number: NumberIn,
): string {
  if (number === 'open') return `${name}: still open`;
  const labels = table.axes.flatMap(({ buckets }, axis) => {
    const bucket = buckets.find((one) => nameOfBucket(one) === number[axis]);
    const grouping = question.groupBy[axis];
    if (!bucket || !grouping) return [];
    if (grouping.kind === 'time') return labelOf(bucket.key ?? '', grouping.unit);
    return valueBucket(
      bucket,
      fields.find(({ id }) => id === grouping.field),
    ).label;
  });
  return labels.length === 0 ? name : `${name}: ${labels.join(', ')}`;
}

function timeBucket(bucket: Bucket, unit: TimeUnit, today: string): ReportBucket {
  const start = bucket.key ?? '';
  const last = lastOf(start, unit);
  return { ...bucket, label: labelOf(start, unit), ...(start <= today && today <= last && { closesOn: last }) };
}

function valueBucket(bucket: Bucket, field: CatalogueField | undefined): ReportBucket {
  if (bucket.kind === 'none') return { ...bucket, label: 'Not given' };
  if (bucket.kind === 'former') return { ...bucket, label: 'No longer offered' };
  if (bucket.kind === 'other') return { ...bucket, label: `Other (${bucket.groups})` };
  const { key } = bucket;
  return { ...bucket, label: field?.options?.find(({ value }) => value === key)?.label ?? key ?? '' };
}
