import type { Actor } from '../../domain/actor.ts';
import { documentOf, factsOf } from '../../domain/application/document.ts';
import { can } from '../../domain/policy.ts';
import { applicantPart, publicPart } from '../../domain/process/parts.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { ProcessDocument } from '../../projections/processes.ts';
import type { ReadModels } from '../read-models.ts';
import type { Services } from '../services.ts';

/**
 * What one viewer may see of a process now (D21): staff the whole, its applicants also the steps that are visible to them,
 * anyone the form of an Open batch; undefined where there is nothing for them.
 */
export async function processView(
  { _id, organizationId, config }: ProcessDocument,
  actor: Actor,
  { readModels, logger }: Pick<Services, 'readModels' | 'logger'>,
  applicationId?: string,
): Promise<object | undefined> {
  if (can(actor, 'process.read', { organizationId })) return config;
  const { documents: users } = await readModels.batches.find({ processId: _id });
  const own = await ownApplication(new Set(users.map((batch) => batch._id)), actor, readModels, applicationId);
  if (own) {
    return applicantPart(config, factsOf(documentOf(own._id, own.version, own)), (problem) =>
      logger.warn({ applicationId: own._id, processId: _id }, problem),
    );
  }
  return users.some(({ status }) => status === 'Open') ? publicPart(config) : undefined;
}

/** The named one, else the newest, of the person's applications to these batches. */
async function ownApplication(
  batchIds: ReadonlySet<string>,
  actor: Actor,
  { applications }: ReadModels,
  wanted: string | undefined,
): Promise<ApplicationDocument | undefined> {
  if (actor.kind !== 'user' || actor.id === undefined) return undefined;
  const { documents } = await applications.find({ userId: actor.id });
  const here = documents.filter(({ batchId }) => batchIds.has(batchId));
  const newest = here.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];
  return here.find(({ _id }) => _id === wanted) ?? newest;
}
