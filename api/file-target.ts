import { isApplicants, isPublic } from '../domain/file/targets.ts';
import { idOf } from '../domain/streams.ts';
import type { FileDocument } from '../projections/files.ts';
import { findEvenIfNew } from './read-models.ts';
import type { RequestContext } from './request-context.ts';
import type { Target } from './route.ts';
import { applicationTarget } from './routes/applications.ts';
import type { Services } from './services.ts';

export interface FileTarget extends Target {
  readonly document: FileDocument;
}

/** Whose a file is: everybody's, where pages show it to everybody; else its applicant's and its organization's (D31). */
export async function fileTarget(
  services: Services,
  fileId: string,
  context: RequestContext,
): Promise<FileTarget | undefined> {
  const { readModels, environment } = services;
  const document = await findEvenIfNew(readModels.files, fileId, environment.now());
  if (!document) return undefined;
  const { organizationId } = document;
  if (isPublic(document)) return { document, organizationId, isPublic: true };
  if (context.user === null || !isApplicants(document)) return { document, organizationId };
  const applications = await applicationsOf(services, document, context);
  return {
    document,
    organizationId,
    isOwn: document.uploadedBy === context.user._id || applications.some(({ isOwn }) => isOwn === true),
    isReadOnly: applications.some(({ isReadOnly }) => isReadOnly === true),
  };
}

/** An application's answers and its solutions' submissions stand in streams of the same id. */
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
