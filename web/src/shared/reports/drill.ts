import { chosenIn } from '../../../../domain/batch/courses.ts';
import type { BatchStatus } from '../../../../domain/batch/status.ts';
import { weekSince } from '../../../../domain/reports/overview.ts';
import {
  filterOf,
  type Report,
  type ReportColumn,
  type ReportFilter,
  type ReportRow,
} from '../../../../domain/reports/report.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { AS_OF, asOfIn } from '../as-of/as-of-address.ts';

const BETWEEN = '~';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COUNT = /^\d{1,9}$/;

/** What the number was when it was opened. */
interface Counted {
  readonly count: number;
  /** The position at which it was counted, for readers of the history. */
  readonly countedAt: string | null;
}
export type Drill = ReportFilter & { readonly counted: Counted | null };

/** The dashboard with exactly the applications that the number counts, as of the position that the page shows. */
export function drillPath(
  { courses, from, to, weeks }: ReportFilter,
  asOf: string | null = null,
  counted: Counted | null = null,
): string {
  const params = new URLSearchParams({ tab: 'all', inactive: '1' });
  if (asOf !== null) params.set(AS_OF, asOf);
  if (counted) params.set('count', String(counted.count));
  if (counted && counted.countedAt !== null) params.set('countedAt', counted.countedAt);
  if (courses !== undefined) params.set('courses', courses);
  if (from !== undefined && to !== undefined) params.set('applied', [from, to].join(BETWEEN));
  if (weeks) params.set('weeks', weeks.join(BETWEEN));
  return `${pagePath('dashboard')}?${params}`;
}

interface ReportNumber {
  readonly row?: ReportRow | undefined;
  readonly column?: ReportColumn | undefined;
  readonly count: number;
}

/** Of the page with the number. */
export interface Shown {
  readonly asOf: string | null;
  readonly readsHistory: boolean;
}

export const numberPath = (
  report: Report,
  { row, column, count }: ReportNumber,
  { asOf, readsHistory }: Shown,
): string =>
  drillPath(filterOf(report, row, column), asOf, { count, countedAt: readsHistory ? report.position : null });

export const DRILL_PARAMETERS = ['courses', 'applied', 'weeks', 'count', 'countedAt'] as const;

function readCounted(params: URLSearchParams): Counted | null {
  const count = params.get('count') ?? '';
  return COUNT.test(count) ? { count: Number(count), countedAt: asOfIn(params, 'countedAt') } : null;
}

export function readDrill(params: URLSearchParams): Drill | null {
  const pair = (name: string) => params.get(name)?.split(BETWEEN) ?? [];
  const [from = '', to = ''] = pair('applied');
  if (!DAY.test(from) || !DAY.test(to)) return null;
  const [first, last] = pair('weeks').map(Number);
  const isWeeks = Number.isInteger(first) && Number.isInteger(last);
  return {
    courses: params.get('courses') ?? 'all',
    from,
    to,
    ...(isWeeks && { weeks: [first as number, last as number] as const }),
    counted: readCounted(params),
  };
}

interface DrilledBatch {
  readonly _id: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly openedAt: string;
}

interface DrilledApplication {
  readonly _id: string;
  readonly batchId: string;
  readonly status: string;
  readonly isErased?: boolean | undefined;
  readonly createdAt: string;
  readonly appliedAt?: string | undefined;
  readonly transferredFrom?: string | null | undefined;
  readonly transferredTo?: string | null | undefined;
}

type Find = (id: string) => DrilledApplication | undefined;

/** A cancelled copy whose original has returned, or the original's original: the person is counted there. */
function isGivenUp({ _id, transferredFrom }: DrilledApplication, find: Find): boolean {
  const seen = new Set<string>();
  let copyId = _id;
  for (let id = transferredFrom; id && !seen.has(id); ) {
    seen.add(id);
    const original = find(id);
    if (!original) return false;
    if (original.status !== 'TRANSFERRED' || original.transferredTo !== copyId) return true;
    copyId = id;
    id = original.transferredFrom;
  }
  return false;
}

/**
 * True if a report with this filter counts the application, by the server's rule. `isWhole`: `find` knows all
 * applications, so that a transferred one counts until its copy exists.
 */
export function drillTest(
  { courses = 'all', from = '', to = '', weeks }: ReportFilter,
  batches: readonly DrilledBatch[],
  dayOf: (at: string) => string,
  { find, isWhole = false }: { readonly find: Find; readonly isWhole?: boolean },
): (application: DrilledApplication) => boolean {
  const openedOn = new Map(chosenIn(batches, courses).map(({ _id, openedAt }) => [_id, dayOf(openedAt)]));
  return (application) => {
    const { batchId, status, transferredTo, isErased, appliedAt, createdAt } = application;
    const opened = openedOn.get(batchId);
    if (opened === undefined || isErased) return false;
    if (status === 'TRANSFERRED' && !(isWhole && transferredTo && !find(transferredTo))) return false;
    const day = dayOf(appliedAt ?? createdAt);
    if (day < from || day > to) return false;
    if (status === 'CANCELLED' && isGivenUp(application, find)) return false;
    if (!weeks) return true;
    const week = weekSince(opened, day);
    return week >= weeks[0] && week <= weeks[1];
  };
}
