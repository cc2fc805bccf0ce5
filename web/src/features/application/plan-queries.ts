import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../../../api/contract/applications.ts';
import { isTransient } from '../../shared/api/api-client.ts';
import { call, keyOf, queryOf } from '../../shared/api/calls.ts';
import { SENT_WHEN_BACK } from '../../shared/ui/online.tsx';
import { applicationQuery } from './queries.ts';

/** What this person may choose among in an organization, or has chosen. */
export const plansQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/paymentModels', { query: { organizationId } }), staleTime: 60_000 });

export const chosenPlanQuery = (id: string) =>
  queryOptions({ ...queryOf('/api/paymentModels/{id}', { params: { id } }), staleTime: 60_000 });

export function useChoosePlan(application: Application) {
  const client = useQueryClient();
  const { queryKey } = applicationQuery(application._id);
  return useMutation({
    ...SENT_WHEN_BACK,
    mutationKey: ['choosePlan', application._id],
    mutationFn: (selectedPaymentModelId: string) =>
      call('PUT /api/applications/{id}', {
        params: { id: application._id },
        body: { selectedPaymentModelId, version: client.getQueryData(queryKey)?.version ?? application.version },
      }),
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      void client.invalidateQueries({ queryKey: keyOf('/api/myPaymentAccounts') });
    },
    onError: (error) => (isTransient(error) ? undefined : client.invalidateQueries({ queryKey })),
  });
}
