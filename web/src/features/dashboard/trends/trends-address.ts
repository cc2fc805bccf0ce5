import { useMemo } from 'react';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { PERIODS, type Period } from './calendar.ts';
import { GROUPS, type Group, SECOND_GROUPS, type SecondGroup } from './groups.ts';
import { PLAN_STATUSES, type PlanStatus } from './shares.ts';

export interface TrendsAddress {
  readonly period: Period;
  readonly group: Group;
  readonly second: SecondGroup | null;
  readonly planStatus: PlanStatus;
}

export function readTrends(params: URLSearchParams): TrendsAddress {
  const one = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name));
  const group = one(GROUPS, 'group') ?? 'batch';
  const second = one(SECOND_GROUPS, 'then') ?? null;
  return {
    period: one(PERIODS, 'by') ?? 'week',
    group,
    second: second === group ? null : second,
    planStatus: one(PLAN_STATUSES, 'plans') ?? 'all',
  };
}

export function useTrendsAddress() {
  const [params, change] = useAddressChange();
  const actions = useMemo(
    () => ({
      countBy: (period: Period) => change('by', () => (period === 'week' ? null : period)),
      groupBy: (group: Group) => change('group', () => (group === 'batch' ? null : group)),
      thenBy: (second: SecondGroup | null) => change('then', () => second),
      showPlansOf: (planStatus: PlanStatus) => change('plans', () => (planStatus === 'all' ? null : planStatus)),
    }),
    [change],
  );
  return { address: readTrends(params), actions };
}
