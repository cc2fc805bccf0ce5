import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { chosenPlanQuery, plansQuery } from '../application/plan-queries.ts';

type PlanNames = ReadonlyMap<string, string>;

const NOBODY: readonly Application[] = [];

/** What the chosen plans are called; one that is offered no more is asked for by itself, and stays readable (D21). */
export function usePlanNames(seesPlans: boolean, applications: readonly Application[] = NOBODY): PlanNames {
  const organizationId = useOrganization().data?._id ?? '';
  const { data: plans } = useQuery({ ...plansQuery(organizationId), enabled: seesPlans && organizationId !== '' });
  const former = useMemo(() => {
    const known = new Set(plans?.map(({ _id }) => _id));
    const chosen = applications.flatMap(({ selectedPaymentModelId: id }) => (id && !known.has(id) ? [id] : []));
    return plans ? [...new Set(chosen)] : [];
  }, [plans, applications]);
  const found = useQueries({ queries: former.map((id) => chosenPlanQuery(id)) });
  // As one text, so that what changes about an application leaves the columns of all tables as they are.
  const names = JSON.stringify(
    [...(plans ?? []), ...found.flatMap(({ data }) => data ?? [])].map(({ _id, name }) => [_id, name]),
  );
  return useMemo(() => new Map(JSON.parse(names) as [string, string][]), [names]);
}
