import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { BodyOf } from '../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../api/contract/endpoints.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import { applicationQuery } from '../application/application-query.ts';
import { type Conflict, conflictIn } from '../application/conflict.ts';
import { showAlert } from '../ui/dialogs.tsx';
import { historyQuery } from './history-queries.ts';
import { applicationsQuery, putIntoList } from './list-queries.ts';

export type Changes = Omit<BodyOf<Endpoints['changeApplication']>, 'version'>;
export interface Attempt {
  readonly changes: Changes;
  /** The version that the change is based on. Without it the change overwrites what others have saved since. */
  readonly since?: number;
  readonly preview?: Partial<ApplicationView>;
}

interface Shown {
  readonly page: ApplicationView | undefined;
  readonly row: ApplicationView | undefined;
}

const shownOf = (client: QueryClient, id: string): Shown => ({
  page: client.getQueryData(applicationQuery(id).queryKey),
  row: client.getQueryData(applicationsQuery.queryKey)?.find(({ _id }) => _id === id),
});

function show(client: QueryClient, { page, row }: Shown, preview: Partial<ApplicationView> = {}): void {
  if (page) client.setQueryData(applicationQuery(page._id).queryKey, { ...page, ...preview });
  if (row) putIntoList(client, { ...row, ...preview });
}

/** A failure other than a conflict shows an alert with `failureText`. */
export function useChangeOfApplications(
  failureText: (message: string) => string = TEXTS.applications.updateFailed,
): UseMutationResult<ApplicationView, Error, Attempt & { readonly application: ApplicationView }, Shown> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ application: { _id: id, version }, changes, since }) =>
      call('PUT /api/applications/{id}', {
        params: { id },
        body: { ...changes, version: since ?? shownOf(client, id).page?.version ?? version },
      }),
    onMutate: async ({ application: { _id: id }, preview }) => {
      await client.cancelQueries({ queryKey: applicationQuery(id).queryKey });
      const before = shownOf(client, id);
      if (preview) show(client, before, preview);
      return before;
    },
    onSuccess: (changed) => {
      client.setQueryData(applicationQuery(changed._id).queryKey, changed);
      putIntoList(client, changed);
      void client.invalidateQueries({ queryKey: historyQuery(changed._id).queryKey });
    },
    onError: async (error, { application: { _id: id }, preview }, before) => {
      if (preview && before) show(client, before);
      if (!conflictIn(error)) {
        void client.invalidateQueries({ queryKey: applicationQuery(id).queryKey });
        void showAlert(failureText(messageOf(error)));
        return;
      }
      const [current] = await Promise.all([
        client.query({ ...applicationQuery(id), staleTime: 0 }).catch(() => undefined),
        client.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
      ]);
      if (current) putIntoList(client, current);
    },
  });
}

export function useApplicationChange(application: ApplicationView, failureText?: (message: string) => string) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { mutateAsync, isPending, isSuccess } = useChangeOfApplications(failureText);
  const change = (attempt: Attempt) => {
    setConflict(null);
    return mutateAsync({ ...attempt, application }).catch((error: unknown) => {
      setConflict(conflictIn(error));
      throw error;
    });
  };
  return { change, isPending, isSaved: isSuccess, conflict, dismiss: () => setConflict(null) };
}
