import type { Capability } from '../../domain/access/policy.ts';
import { UPLOAD_TARGETS, type UploadTarget } from '../../domain/file/targets.ts';
import { applicationOfSolution, findSolution } from '../../domain/solution/state.ts';
import type { Services } from '../composition/services.ts';
import { id } from '../contract/values.ts';
import { findOrganization, organizationInBody } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Target, UncheckedRequestWithBody } from '../http/route.ts';
import { applicationTarget } from './applications.ts';

const CAPABILITIES = {
  organization: 'organization.write',
  batch: 'batch.write',
  assessment: 'assessment.write',
  emailTemplate: 'emailTemplate.write',
  solution: 'solution.write',
} as const satisfies Record<UploadTarget, Capability>;

export async function uploadTarget(
  services: Services,
  { body, ...unchecked }: UncheckedRequestWithBody,
): Promise<Target | undefined> {
  const { targetType, targetId } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const kind = UPLOAD_TARGETS.find((known) => known === targetType);
  // The schema refuses a missing kind.
  if (kind === undefined || (targetId !== undefined && !id.safeParse(targetId).success)) return { isOwn: true };
  const capability = CAPABILITIES[kind];
  const found =
    targetId === undefined
      ? await withoutDocument(services, kind, { body, ...unchecked })
      : await FINDERS[kind](services, targetId as string, unchecked.context);
  return found && { ...found, capability };
}

/** A batch accepts pictures before it is saved; for other kinds the handler says what is missing. */
const withoutDocument = async (
  { readModels }: Services,
  kind: UploadTarget,
  unchecked: UncheckedRequestWithBody,
): Promise<Target | undefined> =>
  kind === 'solution' ? undefined : organizationInBody(readModels.organizations)(unchecked);

type Finder = (services: Services, id: string, context: RequestContext) => Promise<Target | undefined>;

const FINDERS: Readonly<Record<UploadTarget, Finder>> = {
  async organization({ readModels: { organizations } }, wanted) {
    const found = await findOrganization(organizations, wanted);
    return found && { organizationId: found._id, isPublic: true };
  },
  async batch({ readModels: { batches } }, wanted) {
    const found = await batches.get(wanted);
    return found && { organizationId: found.organizationId, isPublic: found.status === 'Open' };
  },
  async assessment({ readModels: { assessments } }, wanted) {
    const found = await assessments.get(wanted);
    return found && { organizationId: found.organizationId };
  },
  async emailTemplate({ readModels: { emailTemplates } }, wanted) {
    const found = await emailTemplates.get(wanted);
    return found && { organizationId: found.organizationId };
  },
  async solution(services, wanted, context) {
    const applicationId = applicationOfSolution(wanted);
    const solutions = applicationId === '' ? undefined : await services.readModels.solutions.get(applicationId);
    const found = solutions && findSolution(solutions, wanted);
    return found && applicationTarget(services, applicationId, context);
  },
};
