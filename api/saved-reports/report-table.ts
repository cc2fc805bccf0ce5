import { LIMITS } from '../../domain/limits/limits.ts';
import { createBuckets, labelOf, lastOf } from '../../domain/report-catalogue/buckets.ts';
import type { CatalogueField, ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { rulesOf, sentenceOf } from '../../domain/report-catalogue/sentence.ts';
import type { ReportGrouping, ReportMeasure, ReportQuestion, TimeUnit } from '../../domain/saved-report/details.ts';
import type { Subject } from '../../projections/report-folds/contributions.ts';
import { planOf } from '../../projections/report-folds/plan.ts';
import { type Bucket, type ReportTable as Tabulated, tabulate } from '../../projections/report-folds/tabulate.ts';
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
  readonly groups: Groups;
  readonly catalogue: ReportCatalogue;
}

export function tableOf(
  subjects: Iterable<Subject>,
  question: ReportQuestion,
  { timeZone, groups, catalogue }: TableOptions,
): Tabulated {
  const time = question.groupBy.find((one) => one.kind === 'time');
  const { startOf, between } = createBuckets(time?.unit ?? 'day', timeZone);
  return tabulate(subjects, planOf(question), {
    startOf,
    between,
    most: groups === 'all' ? null : LIMITS.reportGroups,
    offered: answersOffered(catalogue),
  });
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
  { timeZone, today }: { readonly timeZone: string; readonly today: string },
): ReportTable {
  const fields = new Map(catalogue.fields.map((field) => [field.id, field]));
  return {
    sentence: sentenceOf(question, catalogue),
    rules: [...rulesOf(question, catalogue, timeZone)],
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
