import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { fullName } from '../../../../../domain/application/applicant-name.ts';
import { labelIn, outlinesOf, type ProcessOutline } from '../../../shared/application/outline.ts';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import type { Names } from '../../../shared/history/sentences.ts';
import { useUser } from '../../../shared/session/session.ts';
import { adminsQuery, batchesQuery, processesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { assessmentsQuery } from '../../application/assessment-queries.ts';
import { usePlanNames } from '../../application/plan-queries.ts';

export function useOutline(application: ApplicationView): ProcessOutline {
  const { data: batches } = useQuery(batchesQuery);
  const { data: processes } = useQuery(processesQuery);
  return useMemo(() => {
    const batch = batches?.find(({ _id }) => _id === application.batchId);
    return outlinesOf(processes ?? [])(batch?.processId);
  }, [batches, processes, application.batchId]);
}

export function useNames(application: ApplicationView): Names {
  const { data: user } = useUser();
  const { data: batches } = useQuery(batchesQuery);
  const { data: admins } = useQuery(adminsQuery);
  const { data: assessments } = useQuery(assessmentsQuery(application.organizationId));
  const plans = usePlanNames(
    true,
    useMemo(() => [application], [application]),
  );
  const outline = useOutline(application);
  const { userId, email } = application;
  const name = fullName(application);
  const call = useStaffNames(name);
  return useMemo(
    () => ({
      me: user?._id ?? null,
      applicant: { userId, email, name: name || 'The applicant' },
      batch: (id) => batches?.find(({ _id }) => _id === id)?.name ?? null,
      plan: (id) => plans.get(id) ?? null,
      assessment: (id) => assessments?.find(({ _id }) => _id === id)?.name ?? null,
      field: (name) => labelIn(outline, name),
      member: (id) => call(admins?.find(({ _id }) => _id === id)?.email),
      call,
      time: formatMoment,
    }),
    [user, batches, admins, assessments, plans, outline, userId, email, name, call],
  );
}
