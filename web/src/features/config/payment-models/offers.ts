import type { Batch } from '../../../../../api/contract/batches.ts';
import type { ProcessBlob } from '../../../../../api/contract/processes.ts';
import { offeredModels } from '../../../../../domain/payment-model/offered.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';

export interface OfferingProcess {
  readonly _id: string;
  readonly label: string;
  readonly modelIds: ReadonlySet<string>;
}

export const offeringProcesses = (processes: readonly ProcessBlob[]): readonly OfferingProcess[] =>
  processes.map(({ _id, json }) => {
    const config = JSON.parse(json) as ProcessConfig;
    return { _id, label: config.label, modelIds: offeredModels(config) };
  });

export interface Offer {
  readonly _id: string;
  readonly label: string;
  readonly batches: readonly Pick<Batch, '_id' | 'name'>[];
}

export const offersOf = (
  modelId: string,
  processes: readonly OfferingProcess[],
  batches: readonly Pick<Batch, '_id' | 'name' | 'processId'>[],
): readonly Offer[] =>
  processes
    .filter(({ modelIds }) => modelIds.has(modelId))
    .map(({ _id, label }) => ({ _id, label, batches: batches.filter(({ processId }) => processId === _id) }));
