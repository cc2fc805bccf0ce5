import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAmong } from '../../../../domain/user/display-name.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { labelIn, outlineOf } from '../../shared/application/outline.ts';
import { formatMoment } from '../../shared/dates/dates.tsx';
import { useUser } from '../../shared/session/session.ts';
import { batchesQuery, processesQuery } from '../../shared/staff-queries/list-queries.ts';
import type { AuditNames } from './audit-words.ts';

/** Present names of the ids in the entries. */
export function useAuditNames(organizationId: string): AuditNames {
  const query = { organizationId };
  const { data: user } = useUser();
  const { data: batches } = useQuery(batchesQuery);
  const { data: processes } = useQuery(processesQuery);
  const { data: members } = useQuery(queryOf('/api/users', { query }));
  const { data: plans } = useQuery(queryOf('/api/paymentModels', { query }));
  const { data: assessments } = useQuery(queryOf('/api/assessments', { query }));
  const { data: catalogue } = useQuery(queryOf('/api/reportCatalogue', { query }));
  return useMemo(() => {
    const nameIn =
      (list: readonly { readonly _id: string; readonly name: string | null }[] | undefined) => (id: string) =>
        list?.find(({ _id }) => _id === id)?.name ?? null;
    const outlines = (processes ?? []).map(({ json }) => outlineOf(json));
    const call = callAmong(members ?? []);
    const labels = new Map<string, string | null>();
    return {
      me: user?._id ?? null,
      batch: nameIn(batches),
      plan: nameIn(plans),
      assessment: nameIn(assessments),
      field(name) {
        if (!labels.has(name)) labels.set(name, outlines.map((one) => labelIn(one, name)).find(Boolean) ?? null);
        return labels.get(name) ?? null;
      },
      member: (id) => call(members?.find(({ _id }) => _id === id)?.email),
      call,
      time: formatMoment,
      catalogue: catalogue ?? { events: [], fields: [] },
    };
  }, [user, batches, processes, members, plans, assessments, catalogue]);
}
