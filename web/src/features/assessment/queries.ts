import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { call, keyOf, queryOf } from '../../shared/api/calls.ts';
import { serverNow } from '../../shared/api/server-clock.ts';
import { solutionsQuery } from '../application/assessment-queries.ts';

const RUNNING_MS = 30_000;
/** How often to poll after the time limit, until the server has ended the quiz. */
const ENDING_MS = 1500;

export const currentOf = (solutions: readonly Solution[], assessmentId: string): Solution | undefined =>
  solutions.find((solution) => solution.assessmentId === assessmentId && !solution.isRetaken);

const nextLook = (current: Solution | undefined): number | false => {
  if (!current || current.submittedAt !== null || current.type !== 'quiz') return false;
  return current.dueAt !== null && serverNow() >= Date.parse(current.dueAt) ? ENDING_MS : RUNNING_MS;
};

/** Polls while a quiz runs: another device may answer, and the server may end it. */
export const attemptsQuery = (applicationId: string, assessmentId: string) =>
  queryOptions({
    ...solutionsQuery(applicationId),
    refetchInterval: ({ state }) => nextLook(currentOf(state.data ?? [], assessmentId)),
  });

/** Staff get the assessment as it was when the attempt started. */
export const assessmentQuery = (
  id: string,
  applicationId: string,
  solution: Solution | undefined,
  isStaff: boolean,
) => {
  const asOf = isStaff && solution ? { asOf: solution.startedAt } : {};
  const query = queryOf('/api/assessments/{id}', { params: { id }, query: { applicationId, ...asOf } });
  return queryOptions({ ...query, queryKey: [...query.queryKey, solution?._id ?? null], staleTime: 5 * 60_000 });
};

export function putSolution(client: QueryClient, changed: Solution): void {
  client.setQueryData(solutionsQuery(changed.applicationId).queryKey, (known = []) =>
    known.some(({ _id }) => _id === changed._id)
      ? known.map((solution) => (solution._id === changed._id ? changed : solution))
      : [...known, changed],
  );
}

export function refreshApplication(client: QueryClient, applicationId: string): void {
  void client.invalidateQueries({ queryKey: keyOf('/api/applications/{id}', { params: { id: applicationId } }) });
  void client.invalidateQueries({ queryKey: keyOf('/api/applications', { query: { filter: 'mine' } }) });
}

export const refreshSolutions = (client: QueryClient, applicationId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: solutionsQuery(applicationId).queryKey });

export function useStart(applicationId: string, assessmentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/solutions', { body: { applicationId, assessmentId } }),
    onSuccess: (started) => putSolution(client, started),
  });
}

export function useRetake(solution: Solution) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('PUT /api/solutions/{id}', { params: { id: solution._id }, body: { isRetaken: true } }),
    onSuccess: (retaken) => {
      putSolution(client, retaken);
      refreshApplication(client, retaken.applicationId);
    },
  });
}
