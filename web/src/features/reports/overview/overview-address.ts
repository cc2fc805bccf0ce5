import { useMemo } from 'react';
import { DEFAULT_COURSES } from '../../../../../domain/batch/courses.ts';
import { INTERVALS, type Interval } from '../../../../../domain/reports/buckets.ts';
import { DEFAULT_PERIOD, defaultRange, PERIODS, type Period } from '../../../../../domain/reports/periods.ts';
import { isCalendarDay } from '../../../../../domain/values/days.ts';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';

export const FIGURES = ['trends', 'launch', 'courses'] as const;
export type Figure = (typeof FIGURES)[number];

/** The address omits defaults. */
export interface OverviewAddress {
  readonly courses: string;
  readonly period: Period;
  /** Of the custom period; empty while a date is missing. */
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
  readonly completeOnly: boolean;
  readonly tables: ReadonlySet<Figure>;
}

const CALENDAR_DAY = /^\d{4,6}-\d\d-\d\d$/;

/** What a date field can show; empty for anything else. A field accepts years of up to six digits. */
function dayIn(params: URLSearchParams, name: 'from' | 'to'): string {
  const text = params.get(name) ?? '';
  const isReal = CALENDAR_DAY.test(text) && isCalendarDay(text.slice(-'2026-11-25'.length));
  return isReal ? text : '';
}

export function readOverview(params: URLSearchParams): OverviewAddress {
  const tables = params.get('tables')?.split(',') ?? [];
  return {
    courses: params.get('courses') ?? DEFAULT_COURSES,
    period: PERIODS.find((period) => period === params.get('period')) ?? DEFAULT_PERIOD,
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    interval: INTERVALS.find((interval) => interval === params.get('by')) ?? 'month',
    completeOnly: params.get('complete') === '1',
    tables: new Set(FIGURES.filter((figure) => tables.includes(figure))),
  };
}

const unless = <Value extends string>(standard: Value, value: Value): Value | null =>
  value === standard ? null : value;

export function useOverviewAddress(today: string) {
  const [params, change] = useAddressChange();
  const actions = useMemo(
    () => ({
      choose: (courses: string) => change('courses', () => unless(DEFAULT_COURSES as string, courses)),
      showPeriod(period: Period) {
        const range = period === 'custom' ? defaultRange(today) : null;
        change('period', () => unless(DEFAULT_PERIOD, period));
        change('from', () => range?.from ?? null);
        change('to', () => range?.to ?? null);
      },
      setFrom: (day: string) => change('from', () => day),
      setTo: (day: string) => change('to', () => day),
      groupBy: (interval: Interval) => change('by', () => unless('month', interval)),
      showComplete: (isOn: boolean) => change('complete', () => (isOn ? '1' : null)),
      showTable: (figure: Figure, isOn: boolean) =>
        change('tables', (old) => {
          const tables = new Set(old?.split(',').filter(Boolean));
          if (isOn) tables.add(figure);
          else tables.delete(figure);
          return [...tables].join(',') || null;
        }),
    }),
    [change, today],
  );
  return { address: readOverview(params), actions };
}
