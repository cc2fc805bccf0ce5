import type { Actor } from '../../domain/access/actor.ts';
import { matches, searchTextOf } from '../../domain/application/applicant-search.ts';
import { BUILT_IN_CONFIG } from '../../domain/process/config.ts';
import { viewerOf, viewOf } from '../../domain/visibility/application-document.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { Applicant } from '../contract/applications.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { configsOfBatches } from './application-view.ts';

/** Without those whose hit is a value that this viewer may not see. */
export async function applicantViews(
  documents: readonly ApplicationDocument[],
  parts: readonly string[],
  actor: Actor,
  readModels: ReadModels,
): Promise<readonly Applicant[]> {
  const configs = await configsOfBatches([...new Set(documents.map(({ batchId }) => batchId))], readModels);
  return documents.flatMap((document) => {
    const config = configs.get(document.batchId) ?? BUILT_IN_CONFIG;
    const viewer = viewerOf(actor, document) ?? 'applicant';
    const applicant = { ...(viewOf(document, viewer, config) as Applicant), _id: document._id };
    if (!matches(searchTextOf({ ...NOT_SHOWN, ...applicant }), parts)) return [];
    const { _id, batchId, status, createdAt, trackingNumber, email, firstName, lastName, phoneNumber } = applicant;
    return [{ _id, batchId, status, createdAt, trackingNumber, email, firstName, lastName, phoneNumber }];
  });
}

const NOT_SHOWN = { firstName: null, lastName: null, phoneNumber: null };
