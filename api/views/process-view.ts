import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import type { Facts } from '../../domain/process/conditions.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { alsoHiding } from '../../domain/process/fields.ts';
import { type ApplicantProcess, applicantPart, publicPart } from '../../domain/process/parts.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { ProcessDocument } from '../../projections/processes.ts';
import type { Services } from '../composition/services.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { ownApplicationThen } from './own-then.ts';

interface Wanted {
  readonly applicationId?: string | undefined;
  readonly asOf?: bigint | undefined;
}

/**
 * Staff see everything, applicants the steps visible to them, others the form of an Open batch; undefined if nothing is visible.
 * In a past state non-staff see what was published then and is not hidden now.
 */
export async function processView(
  today: ProcessDocument,
  actor: Actor,
  { readModels, logger }: Pick<Services, 'readModels' | 'logger'>,
  { applicationId, asOf }: Wanted = {},
): Promise<object | undefined> {
  const { _id, organizationId } = today;
  const shown = asOf === undefined ? today : await readModels.processes.asOf(_id, asOf);
  if (!shown) return undefined;
  if (can(actor, 'process.read', { organizationId })) return shown.config;
  const config = alsoHiding(shown.config, today.config);
  const { documents: now } = await readModels.batches.find({ processId: _id });
  const users = asOf === undefined ? now : await publishedThen(now, _id, asOf, readModels);
  const own = await ownApplication(new Set(users.map((batch) => batch._id)), actor, readModels, applicationId);
  if (own && asOf !== undefined) {
    const then = await ownApplicationThen(actor, own._id, asOf, readModels);
    if (then) return pastPart({ past: config, now: today.config }, { past: factsOf(then), now: factsOf(own) });
  } else if (own) {
    const onError = (problem: string) => logger.warn({ applicationId: own._id, processId: _id }, problem);
    return applicantPart(config, factsOf(own), onError);
  }
  const areOpen = new Set(now.filter(({ status }) => status === 'Open').map((batch) => batch._id));
  return users.some((batch) => batch.status === 'Open' && areOpen.has(batch._id)) ? publicPart(config) : undefined;
}

async function publishedThen(
  now: readonly BatchDocument[],
  processId: string,
  asOf: bigint,
  { batches }: ReadModels,
): Promise<readonly BatchDocument[]> {
  const then = await Promise.all(now.map(({ _id }) => batches.asOf(_id, asOf)));
  return then.flatMap((batch) => (batch?.processId === processId && batch.status !== 'Draft' ? batch : []));
}

/** What an applicant could see then and may see now, by the conditions of both states. */
function pastPart(
  configs: { readonly past: ProcessConfig; readonly now: ProcessConfig },
  facts: { readonly past: Facts; readonly now: Facts },
): ApplicantProcess {
  const part = applicantPart(configs.past, facts.past);
  const others = [applicantPart(configs.past, facts.now), applicantPart(configs.now, facts.now)].map(
    ({ applicationDetailsSteps }) =>
      new Map(applicationDetailsSteps.flatMap((step) => (step ? [[step._id, step]] : []))),
  );
  const steps = part.applicationDetailsSteps.map((step) => {
    if (!step) return null;
    const same = others.map((byId) => byId.get(step._id));
    if (same.some((other) => other === undefined)) return null;
    if (!step.content) return step;
    const content = step.content.map((block, index) =>
      same.some((other) => other?.content?.[index] === null) ? null : block,
    );
    return { ...step, content };
  });
  return { ...part, applicationDetailsSteps: steps };
}

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
