import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf, RequestFailed } from '../../shared/api/api-client.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { USER_KEY } from '../../shared/api/keys.ts';
import type { Values } from '../../shared/forms/field-errors.ts';
import { HEARD, withHeard } from '../../shared/forms/heard.ts';
import { SENT_WHEN_BACK, withdrawWaiting } from '../../shared/ui/online.tsx';
import { visit } from './tracking.ts';

export const isDuplicate = (error: unknown): boolean => messageOf(error).includes(TEXTS.enroll.duplicateMark);

/** Retries and repeated presses create one application. */
export function useSubmission(batch: Batch, onDone: (application: ApplicationView) => void) {
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID());
  const mutationKey = ['submit', batch._id];
  const mutation = useMutation({
    ...SENT_WHEN_BACK,
    mutationKey,
    mutationFn: ({ [HEARD]: heard, ...answers }: Values) =>
      call('POST /api/applications', {
        body: {
          ...answers,
          batchId: batch._id,
          organizationId: batch.organizationId,
          tracking: withHeard(visit.of(batch.organizationId), heard && textOf(heard)),
        },
        query: { organizationId: batch.organizationId },
        idempotencyKey: key.current,
      }),
    onSuccess: (application) => {
      onDone(application);
      void client.invalidateQueries({ queryKey: keyOf('/api/applications') });
      void client.invalidateQueries({ queryKey: USER_KEY });
    },
    onError: (error) => {
      // A refusal needs a new key; only an unknown outcome is repeated with the same key.
      if (error instanceof RequestFailed && error.status >= 400 && error.status < 500)
        key.current = crypto.randomUUID();
    },
  });
  return {
    ...mutation,
    /** The button may not be rendered as busy yet, so a repeated press checks the pending request. */
    send: (answers: Values) => {
      withdrawWaiting(client, mutationKey);
      const isSame = ({ state }: { state: { variables?: unknown } }) => state.variables === answers;
      if (client.isMutating({ mutationKey, predicate: isSame }) === 0) mutation.mutate(answers);
    },
    withdraw: () => {
      withdrawWaiting(client, mutationKey);
      mutation.reset();
    },
  };
}
