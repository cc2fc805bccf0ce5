import { nameOfApplicant } from '../../domain/application/applicant-name.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import { noticesId, type Notice as StoredNotice } from '../../projections/notices.ts';
import type { Notice } from '../contract/notices.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { emailsOf } from './changes.ts';

/** A document of a bulk change can have thousands of rows; older ones are hardly undone. */
const MOST_BULKS = 5;

/** Newest first; without applications that are assigned to others or marked again by now, deleted comments and undone bulk changes. */
export async function noticesView(
  {
    userId,
    organizationId,
    seenAt,
  }: { readonly userId: string; readonly organizationId: string; readonly seenAt: string },
  readModels: Pick<ReadModels, 'notices' | 'applications' | 'batches' | 'bulks' | 'users' | 'apiTokens'>,
): Promise<Notice[]> {
  const { notices, applications, batches, bulks } = readModels;
  const told = (await notices.get(noticesId(organizationId, userId)))?.notices ?? [];
  const documents = await applications.getMany([...new Set(told.map(({ applicationId }) => applicationId))]);
  const byId = new Map(documents.map((document) => [document._id, document]));
  const newestBulks = [...new Set(told.flatMap(({ bulk }) => bulk ?? []))].slice(0, MOST_BULKS);
  const changes = await bulks.getMany(newestBulks);
  const undone = new Set(changes.filter(({ undo }) => undo !== null).map(({ _id }) => _id));
  const holds = ({ kind, bulk, commentId }: StoredNotice, document: ApplicationDocument): boolean => {
    if (document.organizationId !== organizationId) return false;
    if (kind === 'corrected') return document.adminAssigneeId === userId && document.requestedCorrections.length === 0;
    if (kind === 'mentioned') return document.comments.some(({ _id }) => _id === commentId);
    return bulk === null ? document.adminAssigneeId === userId : !undone.has(bulk);
  };
  const shown = told.flatMap((notice) => {
    const document = byId.get(notice.applicationId);
    return document && holds(notice, document) ? [{ notice, document }] : [];
  });
  const [programs, emails] = await Promise.all([
    batches.getMany([...new Set(shown.map(({ document }) => document.batchId))]),
    emailsOf(
      shown.flatMap(({ notice }) => notice.by ?? []),
      readModels,
    ),
  ]);
  const batchNames = new Map(programs.map(({ _id, name }) => [_id, name]));
  return shown.map(({ notice: { kind, at, by, count }, document }) => ({
    kind,
    at,
    isNew: at > seenAt,
    by: by === null ? null : (emails.get(by) ?? null),
    count,
    application: {
      _id: document._id,
      trackingNumber: document.trackingNumber,
      name: nameOfApplicant(document),
      batch: batchNames.get(document.batchId) ?? '',
    },
  }));
}
