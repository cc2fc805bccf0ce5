import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { isTransient } from '../../shared/api/api-client.ts';
import { call, keyOf, queryOf } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { useRehearsal } from '../../shared/application/rehearsal.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { SENT_WHEN_BACK } from '../../shared/ui/online.tsx';

export const plansQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/paymentModels', { query: { organizationId } }), staleTime: 60_000 });

export const chosenPlanQuery = (id: string) =>
  queryOptions({ ...queryOf('/api/paymentModels/{id}', { params: { id } }), staleTime: 60_000 });

export function useChoosePlan(application: ApplicationView) {
  const client = useQueryClient();
  const { queryKey } = applicationQuery(application._id);
  const rehearsal = useRehearsal();
  return useMutation({
    ...SENT_WHEN_BACK,
    mutationKey: ['choosePlan', application._id],
    mutationFn: async (selectedPaymentModelId: string) =>
      rehearsal?.change({ selectedPaymentModelId }) ??
      call('PUT /api/applications/{id}', {
        params: { id: application._id },
        body: { selectedPaymentModelId, version: client.getQueryData(queryKey)?.version ?? application.version },
      }),
    onSuccess: (changed) => {
      if (rehearsal) return;
      client.setQueryData(queryKey, changed);
      void client.invalidateQueries({ queryKey: keyOf('/api/myPaymentAccounts') });
    },
    onError: (error) => (isTransient(error) ? undefined : client.invalidateQueries({ queryKey })),
  });
}

type PlanNames = ReadonlyMap<string, string>;

const NO_APPLICATIONS: readonly ApplicationView[] = [];

/** Names of the chosen plans. A plan that is no longer offered is fetched individually and stays readable. */
export function usePlanNames(
  seesPlans: boolean,
  applications: readonly ApplicationView[] = NO_APPLICATIONS,
): PlanNames {
  const organizationId = useOrganization().data?._id ?? '';
  const { data: plans } = useQuery({ ...plansQuery(organizationId), enabled: seesPlans && organizationId !== '' });
  const former = useMemo(() => {
    const known = new Set(plans?.map(({ _id }) => _id));
    const chosen = applications.flatMap(({ selectedPaymentModelId: id }) => (id && !known.has(id) ? [id] : []));
    return plans ? [...new Set(chosen)] : [];
  }, [plans, applications]);
  const found = useQueries({ queries: former.map((id) => chosenPlanQuery(id)) });
  // A text, so that the columns of all tables keep their identity while the names stay equal.
  const names = JSON.stringify(
    [...(plans ?? []), ...found.flatMap(({ data }) => data ?? [])].map(({ _id, name }) => [_id, name]),
  );
  return useMemo(() => new Map(JSON.parse(names) as [string, string][]), [names]);
}
