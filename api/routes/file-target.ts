import { idOf } from '../../domain/event-sourcing/streams.ts';
import { isApplicants, isPublic } from '../../domain/file/targets.ts';
import type { FileDocument } from '../../projections/files.ts';
import type { Services } from '../composition/services.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Target } from '../http/route.ts';
import { offersTo } from '../views/offered-assessments.ts';
import { applicationTarget } from './applications.ts';

export interface FileTarget extends Target {
  readonly document: FileDocument;
}

export async function fileTarget(
  services: Services,
  fileId: string,
  context: RequestContext,
): Promise<FileTarget | undefined> {
  const { readModels } = services;
  const document = await readModels.files.latest(fileId);
  if (!document) return undefined;
  const { organizationId } = document;
  if (isPublic(document)) return { document, organizationId, isPublic: true };
  if (context.user === null || !isApplicants(document)) return { document, organizationId };
  const { _id: userId } = context.user;
  const applications = await applicationsOf(services, document, context);
  return {
    document,
    organizationId,
    // A member of staff who uploaded it for an applicant has access by role only, and so loses it with the role.
    isOwn: applications.length > 0 ? applications.some(({ isOwn }) => isOwn === true) : document.uploadedBy === userId,
    isReadOnly: applications.some(({ isReadOnly }) => isReadOnly === true),
  };
}

/** Applicants may also read the files of an assessment that they are offered. */
export async function readableFile(
  services: Services,
  fileId: string,
  context: RequestContext,
): Promise<FileTarget | undefined> {
  const found = await fileTarget(services, fileId, context);
  if (!found) return undefined;
  const { document } = found;
  if (isPublic(document)) return { ...found, capability: 'file.readPublic' };
  return context.user !== null && document.target === 'assessment'
    ? { ...found, isOwn: await isOffered(services, document, context) }
    : found;
}

async function isOffered(
  { environment, readModels }: Services,
  { _id, organizationId }: FileDocument,
  { actor }: RequestContext,
): Promise<boolean> {
  const assessmentIds = (await environment.queries.referrersOfFile(_id)).map(idOf);
  const offers = (await offersTo(actor, organizationId, readModels)) ?? [];
  return offers.some(({ has }) => assessmentIds.some(has));
}

/** A solution's stream has the id of its application. */
async function applicationsOf(
  services: Services,
  { _id }: FileDocument,
  context: RequestContext,
): Promise<readonly Target[]> {
  const streams = await services.environment.queries.referrersOfFile(_id);
  const ids = new Set(streams.map(idOf));
  const found = await Promise.all([...ids].map((id) => applicationTarget(services, id, context)));
  return found.filter((target) => target !== undefined);
}
