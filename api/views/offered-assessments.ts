import type { Actor } from '../../domain/access/actor.ts';
import { offeredAssessments } from '../../domain/assessment/offered.ts';
import { BUILT_IN_CONFIG } from '../../domain/process/config.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { ownApplicationThen } from './own-then.ts';

export interface Offer {
  readonly applicationId: string;
  readonly has: (assessmentId: string) => boolean;
}

/**
 * The assessments that each of the person's applications offers, newest first, now or as of a position; null without
 * applications.
 */
export async function offersTo(
  actor: Actor,
  organizationId: string | null,
  { applications, batches, processes }: ReadModels,
  at?: bigint,
): Promise<readonly Offer[] | null> {
  if (actor.kind !== 'user' || actor.id === undefined || organizationId === null) return null;
  const { documents } = await applications.find({ userId: actor.id }, { sort: { by: 'createdAt', descending: true } });
  const here = documents.filter((application) => application.organizationId === organizationId);
  if (here.length === 0) return null;
  return Promise.all(
    here.map(async (today) => {
      const get = <Doc>(
        of: { get(id: string): Promise<Doc>; asOf(id: string, at: bigint): Promise<Doc> },
        id: string,
      ) => (at === undefined ? of.get(id) : of.asOf(id, at));
      const application = at === undefined ? today : await ownApplicationThen(actor, today._id, at, { applications });
      if (!application) return { applicationId: today._id, has: () => false };
      const batch = await get(batches, application.batchId);
      const process = batch?.processId ? await get(processes, batch.processId) : undefined;
      const facts = factsOf(application);
      const offered = offeredAssessments(
        { assessmentIds: batch?.assessmentIds ?? [] },
        process?.config ?? BUILT_IN_CONFIG,
        facts,
      );
      return { applicationId: application._id, has: (id: string) => offered.has(id) };
    }),
  );
}
