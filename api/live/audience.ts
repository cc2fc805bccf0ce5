import type { Actor } from '../../domain/access/actor.ts';
import { can, roleIn } from '../../domain/access/policy.ts';
import { mayTake } from '../../domain/application/ownership.ts';
import { isAdminOnlyField } from '../../domain/process/admin-only-fields.ts';
import { fieldNamesOf } from '../../domain/process/fields.ts';
import { usesAdminOnly } from '../../domain/report-catalogue/check-report.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { LiveChange } from '../contract/live.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { loadCatalogue } from '../saved-reports/report-catalogue.ts';
import type { Notice } from './notices.ts';

export interface Audience {
  readonly actor: Actor;
  readonly user: UserDocument;
  readonly organizationId: string | null;
}

export interface Located extends Notice {
  readonly application: ApplicationDocument | null;
  readonly isForAdmins: boolean;
  readonly by: UserDocument | null;
}

/** Looks up documents and authors once for all listeners. */
export async function locate(notices: readonly Notice[], readModels: ReadModels): Promise<readonly Located[]> {
  const { applications, users } = readModels;
  const present = <Value>(values: readonly (Value | null | undefined)[]): Value[] => [
    ...new Set(values.filter((value): value is Value => value !== null && value !== undefined)),
  ];
  const [documents, people] = await Promise.all([
    applications.getMany(present(notices.map(({ applicationId }) => applicationId))),
    users.getMany(present(notices.map(({ actor }) => actor.id))),
  ]);
  const applicationOf = new Map(documents.map((document) => [document._id, document]));
  const userOf = new Map(people.map((user) => [user._id, user]));
  const located: Located[] = [];
  for (const notice of notices) {
    const application = notice.applicationId === null ? null : (applicationOf.get(notice.applicationId) ?? null);
    if (notice.applicationId !== null && application === null) continue;
    located.push({
      ...notice,
      organizationId: application?.organizationId ?? notice.organizationId,
      application,
      isForAdmins: application
        ? await isForAdmins(notice.fields, application, readModels)
        : notice.kind === 'report' && (await isReportForAdmins(notice.id, readModels)),
      by: (notice.actor.id !== undefined && userOf.get(notice.actor.id)) || null,
    });
  }
  return located;
}

/** Only answers that Owners and Admins may see were saved. */
async function isForAdmins(
  fields: readonly string[] | null,
  { batchId }: ApplicationDocument,
  { batches, processes }: ReadModels,
): Promise<boolean> {
  if (fields === null) return false;
  const processId = (await batches.get(batchId))?.processId;
  const config = processId ? (await processes.get(processId))?.config : undefined;
  if (!config) return false;
  const known = fieldNamesOf(config);
  return fields.every((name) => !known.has(name) || isAdminOnlyField(name, config));
}

/** Others do not know that there is such a report. */
async function isReportForAdmins(id: string, readModels: ReadModels): Promise<boolean> {
  const report = await readModels.reports.get(id);
  return !report || usesAdminOnly(report, await loadCatalogue(report.organizationId, readModels));
}

/** Applicants receive notices of their own applications, staff those that the policy table allows. */
export function maySee({ actor, user, organizationId }: Audience, notice: Located): boolean {
  if (notice.capability === null) return notice.id === user._id;
  if (notice.lostBy === user._id) return true;
  const isOwn = isOwnApplication(user, notice.application);
  if (!isOwn && (organizationId === null || notice.organizationId !== organizationId)) return false;
  const capability = notice.isForAdmins ? 'application.readAdminOnly' : notice.capability;
  return can(actor, capability, { organizationId: notice.organizationId, isOwn });
}

export function changesFor(audience: Audience, notices: readonly Located[]): LiveChange[] {
  const changes = new Map<string, LiveChange>();
  for (const notice of notices) {
    if (!maySee(audience, notice)) continue;
    const { kind, id, version } = notice;
    const key = `${kind} ${id}`;
    changes.delete(key);
    changes.set(key, { kind, id, version, by: byWhom(audience, notice) });
  }
  return [...changes.values()];
}

function isOwnApplication(
  { _id, email, emailVerified }: UserDocument,
  application: ApplicationDocument | null,
): boolean {
  if (application === null) return false;
  const account = email === null ? null : { email, isProven: emailVerified };
  return application.userId === _id || mayTake(application, account, false);
}

/** The author is visible to themselves and to readers of the history; erased people have no name. */
function byWhom({ actor, user }: Audience, { actor: { kind, id }, by, application, organizationId }: Located) {
  if (id === user._id) return { kind, id, email: user.email };
  if (!can(actor, 'history.read', { organizationId })) return null;
  const isNamed = !application?.isErased || (by !== null && roleIn({ roles: by.orgRoles }, organizationId) !== null);
  return isNamed ? { kind, id: id ?? null, email: by?.email ?? null } : { kind, id: null, email: null };
}
