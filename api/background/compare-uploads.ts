import type { Logger } from 'pino';
import { compareFiles, describeFault, type Upload } from '../../commands/integrity/uploaded-files.ts';
import type { FileCounts } from '../../commands/integrity/verify.ts';
import { inPages } from '../../timing/in-pages.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type RequestsUnderWay, yieldingPace } from '../runtime/requests-under-way.ts';
import type { Stores } from '../storage/stores.ts';

const PAGE = 500;

interface Uploads {
  readonly readModels: Pick<ReadModels, 'files'>;
  readonly stores: Pick<Stores, 'files' | 'eventStore'>;
  readonly requests: Pick<RequestsUnderWay, 'counts'>;
}

/** Reads every uploaded file, yielding to requests, and logs and counts what is missing or damaged. Needs an up-to-date read model. */
export async function compareUploads(
  { readModels, stores, requests }: Uploads,
  { logger, onCompared, signal }: { logger: Logger; onCompared: (counts: FileCounts) => void; signal: AbortSignal },
): Promise<void> {
  const uploads = new Map<string, Upload>();
  for await (const { documents } of inPages((from) => readModels.files.find({}, { limit: PAGE, ...from }))) {
    for (const { _id, organizationId, target, size, uploadedAt } of documents) {
      uploads.set(_id, { organizationId, target, size, uploadedAt });
    }
  }
  const pace = yieldingPace(requests.counts);
  const counts = { named: uploads.size, missing: 0, damaged: 0 };
  for await (const compared of compareFiles({ uploads }, { files: stores.files, store: stores.eventStore })) {
    await pace();
    if (signal.aborted) return;
    if (compared.fault === null) continue;
    const { id: fileId, fault, upload } = compared;
    if (upload) counts[fault] += 1;
    logger[upload ? 'error' : 'warn']({ fileId, fault }, describeFault(compared));
  }
  onCompared(counts);
}
