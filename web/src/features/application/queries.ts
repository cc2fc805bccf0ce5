import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { ActivityAction } from '../../../../domain/activity/actions.ts';
import type { Form } from '../../../../domain/process/config.ts';
import { isTransient, type Method, request } from '../../shared/api/api-client.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { USER_KEY } from '../../shared/api/keys.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { useRehearsal } from '../../shared/application/rehearsal.ts';
import type { Field } from '../../shared/forms/field-errors.ts';
import { SENT_WHEN_BACK } from '../../shared/ui/online.tsx';
import type { Booked } from './calendly.ts';

const MINE = keyOf('/api/applications', { query: { filter: 'mine' } });

/** What saving needs of a form; its fields may say more than the process does. */
export type AskedForm = Pick<Form, 'route' | 'method'> & { readonly fields: readonly Field[] };

export const saveStepKey = (applicationId: string, form: AskedForm) => [
  'save',
  applicationId,
  ...form.fields.map(({ name }) => name),
];

export function useSaveStep(application: ApplicationView, form: AskedForm) {
  const client = useQueryClient();
  const rehearsal = useRehearsal();
  return useMutation({
    ...SENT_WHEN_BACK,
    mutationKey: saveStepKey(application._id, form),
    mutationFn: async (changes: Readonly<Record<string, unknown>>) => {
      if (rehearsal) return rehearsal.change(changes);
      const route = form.route ?? '/api/applications/:entryId';
      const method = (form.method?.toUpperCase() ?? 'PUT') as Method;
      return request<ApplicationView>(method, route.replace(':entryId', encodeURIComponent(application._id)), {
        body: { ...changes, version: application.version },
      });
    },
    onSuccess: (saved) => {
      if (rehearsal) return;
      client.setQueryData(applicationQuery(application._id).queryKey, saved);
      void client.invalidateQueries({ queryKey: MINE });
    },
    // Refetch before the error is shown: the other person's change, or the end of the session, explains it.
    onError: async (error) => {
      if (isTransient(error)) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: applicationQuery(application._id).queryKey }),
        client.invalidateQueries({ queryKey: USER_KEY }),
      ]);
    },
  });
}

/** Records a booking. Only the browser knows of it, so the call is retried until it arrives. */
export function useSchedule({ _id: applicationId }: ApplicationView) {
  const client = useQueryClient();
  return useMutation({
    ...SENT_WHEN_BACK,
    mutationKey: ['schedule', applicationId],
    mutationFn: (booked: Booked) => call('POST /api/eventScheduled', { body: { applicationId, ...booked } }),
    onSuccess: (changed) => {
      client.setQueryData(applicationQuery(applicationId).queryKey, changed);
      void client.invalidateQueries({ queryKey: MINE });
    },
  });
}

export function noteActivity(applicationId: string, action: ActivityAction, actionDetails: string | null = null): void {
  const entry = { action, actionDetails, timestamp: new Date().toISOString() };
  void call('POST /api/userActivity', { body: { applicationId, activityEntries: [entry] } }).catch(() => undefined);
}
