import { documentOf, factsOf } from '../../domain/application/document.ts';
import { isLocked } from '../../domain/application/statuses.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { impactOf } from '../../domain/process/impact.ts';
import type { ProcessImpact } from '../contract/processes.ts';
import type { ReadModels } from '../read-models.ts';

/** What a change of the process would do to the applications that follow it and can still go on (D21). */
export async function processImpact(
  processId: string,
  { before, after }: { readonly before: ProcessConfig; readonly after: ProcessConfig },
  { applications, batches }: ReadModels,
): Promise<ProcessImpact> {
  const { documents: users } = await batches.find({ processId });
  const running = users.filter(({ status }) => status !== 'Complete');
  const { documents } = await applications.find({ batchId: running.map(({ _id }) => _id) });
  const inFlight = documents.filter(({ status }) => !isLocked(status));
  const impact = impactOf(
    before,
    after,
    inFlight.map((document) => factsOf(documentOf(document._id, document.version, document, document.outcomes))),
  );
  return {
    applications: impact.applications,
    batches: users.map(({ _id, name }) => ({
      _id,
      name,
      applications: inFlight.filter(({ batchId }) => batchId === _id).length,
    })),
    removedFields: [...impact.removedFields],
    requiredFields: [...impact.requiredFields],
    steps: [...impact.steps],
  };
}
