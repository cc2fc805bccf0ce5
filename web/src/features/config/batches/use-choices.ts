import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { can } from '../../../../../domain/access/policy.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { type Missing, missingFromBatch } from '../../../../../domain/readiness/missing.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment, usePosition } from '../../../shared/as-of/use-past.ts';
import { useActor } from '../../../shared/session/session.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly processes: readonly Choice[];
  readonly assessments: readonly Choice[];
  /** What a batch with these choices misses before it opens. A new batch has the id `new`. */
  readonly missingFrom: (batch: Batch) => readonly Missing[];
}

/** What a batch can choose from, or the error if that cannot be loaded. */
export function useChoices({ _id: organizationId }: Organization) {
  const query = { organizationId, ...ofMoment(usePosition()) };
  const readsModels = can(useActor(), 'paymentModel.read', { organizationId });
  const processes = useQuery(queryOf('/api/processConfigBlobs', { query }));
  const assessments = useQuery(queryOf('/api/assessments', { query }));
  const models = useQuery({ ...queryOf('/api/paymentModels', { query }), enabled: readsModels });

  const isLoading = !processes.data || !assessments.data || (readsModels && !models.data);
  const data: Choices | undefined = isLoading
    ? undefined
    : {
        processes: processes.data.map(({ _id, json }) => ({ value: _id, label: configIn(json).label })),
        assessments: assessments.data.map(({ _id, name }) => ({ value: _id, label: name })),
        missingFrom: (batch) => {
          const chosen = processes.data.find(({ _id }) => _id === batch.processId);
          return missingFromBatch({
            batch,
            process: chosen && configIn(chosen.json),
            assessments: assessments.data.map(({ questions = [], ...rest }) => ({ ...rest, questions })),
            paymentModelIds: models.data?.map(({ _id }) => _id),
          });
        },
      };
  const refetch = () =>
    Promise.all([processes, assessments, ...(readsModels ? [models] : [])].map((one) => one.refetch()));
  return { data, error: processes.error ?? assessments.error ?? models.error, refetch };
}

const configIn = (json: string) => JSON.parse(json) as ProcessConfig;
