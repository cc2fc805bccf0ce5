import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import type { BodyOf } from '../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../api/contract/endpoints.ts';
import { TEXTS } from '../../../../domain/texts.ts';
import { messageOf, RequestFailed } from '../../shared/api-client.ts';
import { call } from '../../shared/calls.ts';
import { showAlert } from '../../shared/dialogs.tsx';
import { applicationQuery } from '../application/queries.ts';
import { putIntoList } from '../dashboard/queries.ts';
import { historyQuery } from '../history/queries.ts';

/** Those to whom an application may be assigned (spec §6). */
export const adminsQuery = queryOptions({
  queryKey: ['users', 'admin'],
  queryFn: ({ signal }) => call('listUsers', { query: { filter: 'admin' }, signal }),
  staleTime: 60_000,
});

export type Changes = Omit<BodyOf<Endpoints['changeApplication']>, 'version'>;
export interface Attempt {
  readonly changes: Changes;
  /** The version that it was typed upon; without it what others have changed meanwhile is knowingly replaced. */
  readonly since?: number;
  /** What the page shows until the server has answered. */
  readonly preview?: Partial<Application>;
}

/** The same field was changed by somebody else meanwhile (D2): which, and the server's words. */
export interface Conflict {
  readonly field: string;
  readonly message: string;
}

const conflictIn = (error: unknown): Conflict | null => {
  const [first] = error instanceof RequestFailed && error.status === 409 ? error.errors : [];
  return first ?? null;
};

/**
 * Changes an application from the version that is on the page. What cannot be told as a conflict is an alert in the
 * specification's words; `failureText` is another sentence of the catalogue (transfer).
 */
export function useApplicationChange(
  application: Application,
  failureText: (message: string) => string = TEXTS.applications.updateFailed,
) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { queryKey } = applicationQuery(application._id);

  const mutation = useMutation({
    mutationFn: ({ changes, since }: Attempt) =>
      call('changeApplication', {
        params: { id: application._id },
        body: { ...changes, version: since ?? client.getQueryData(queryKey)?.version ?? application.version },
      }),
    onMutate: async ({ preview }) => {
      setConflict(null);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey) ?? application;
      if (preview) {
        client.setQueryData(queryKey, { ...before, ...preview });
        putIntoList(client, { ...before, ...preview });
      }
      return before;
    },
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      putIntoList(client, changed);
      void client.invalidateQueries({ queryKey: historyQuery(application._id).queryKey });
    },
    onError: async (error, { preview }, before) => {
      if (preview && before) {
        client.setQueryData(queryKey, before);
        putIntoList(client, before);
      }
      const found = conflictIn(error);
      if (!found) {
        await showAlert(failureText(messageOf(error)));
        return;
      }
      await Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: historyQuery(application._id).queryKey }),
      ]);
      const current = client.getQueryData(queryKey);
      if (current) putIntoList(client, current);
      setConflict(found);
    },
  });

  return {
    change: mutation.mutateAsync,
    isPending: mutation.isPending,
    isSaved: mutation.isSuccess,
    conflict,
    dismiss: () => setConflict(null),
  };
}
