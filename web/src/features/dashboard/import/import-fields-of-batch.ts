import type { Batch } from '../../../../../api/contract/batches.ts';
import type { ProcessBlob } from '../../../../../api/contract/processes.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { importFields } from '../../../../../domain/process/import-fields.ts';
import { BUILT_IN_PROCESS } from '../../../shared/application/process.ts';
import { type Target, targetsOf } from './suggest-columns.ts';

const BUILT_IN = { ...BUILT_IN_PROCESS, fields: [], applicationDetailsSteps: [] } as ProcessConfig;

/** What an import into a batch can fill, by the batch's id. */
export function fieldsFor(
  batches: readonly Batch[],
  processes: readonly ProcessBlob[],
): (batchId: string | undefined) => readonly Target[] {
  const targets = new Map(
    batches.map(({ _id, processId }) => {
      const json = processes.find((one) => one._id === processId)?.json;
      return [_id, targetsOf(importFields(json === undefined ? BUILT_IN : (JSON.parse(json) as ProcessConfig)))];
    }),
  );
  return (batchId) => targets.get(batchId ?? '') ?? [];
}
