import type { Actor } from '../../domain/access/actor.ts';
import { can, roleIn } from '../../domain/access/policy.ts';
import { mayTake } from '../../domain/application/ownership.ts';
import { fieldNamesOf, isAdminOnlyField } from '../../domain/process/fields.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { LiveChange } from '../contract/live.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import type { Tiding } from './tidings.ts';

/** Who listens: somebody signed in, at one organization. */
export interface Audience {
  readonly actor: Actor;
  readonly user: UserDocument;
  readonly organizationId: string | null;
}

/** A tiding with all that decides who may hear it. */
export interface Located extends Tiding {
  readonly application: ApplicationDocument | null;
  readonly isForAdmins: boolean;
  /** The account of who did it. */
  readonly by: UserDocument | null;
}

/** Looks up once, for all who listen, whose the documents are and who changed them. */
export async function locate(tidings: readonly Tiding[], readModels: ReadModels): Promise<readonly Located[]> {
  const { applications, users } = readModels;
  const present = <Value>(values: readonly (Value | null | undefined)[]): Value[] => [
    ...new Set(values.filter((value): value is Value => value !== null && value !== undefined)),
  ];
  const [documents, people] = await Promise.all([
    applications.getMany(present(tidings.map(({ applicationId }) => applicationId))),
    users.getMany(present(tidings.map(({ actor }) => actor.id))),
  ]);
  const applicationOf = new Map(documents.map((document) => [document._id, document]));
  const userOf = new Map(people.map((user) => [user._id, user]));
  const located: Located[] = [];
  for (const tiding of tidings) {
    const application = tiding.applicationId === null ? null : (applicationOf.get(tiding.applicationId) ?? null);
    if (tiding.applicationId !== null && application === null) continue;
    located.push({
      ...tiding,
      organizationId: application?.organizationId ?? tiding.organizationId,
      application,
      isForAdmins: application !== null && (await isForAdmins(tiding.fields, application, readModels)),
      by: (tiding.actor.id !== undefined && userOf.get(tiding.actor.id)) || null,
    });
  }
  return located;
}

/** Whether only such answers were saved as nobody but an Owner or Admin may see. */
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

/** Applicants hear of their own applications wherever they are, staff of their organization's as the policy table says. */
export function mayHear({ actor, user, organizationId }: Audience, tiding: Located): boolean {
  if (tiding.capability === null) return tiding.id === user._id;
  if (tiding.lostBy === user._id) return true;
  const isOwn = isOwnApplication(user, tiding.application);
  if (!isOwn && (organizationId === null || tiding.organizationId !== organizationId)) return false;
  const capability = tiding.isForAdmins ? 'application.readAdminOnly' : tiding.capability;
  return can(actor, capability, { organizationId: tiding.organizationId, isOwn });
}

/** What one of them is told, each document once and as it was left. */
export function changesFor(audience: Audience, tidings: readonly Located[]): LiveChange[] {
  const changes = new Map<string, LiveChange>();
  for (const tiding of tidings) {
    if (!mayHear(audience, tiding)) continue;
    const { kind, id, version } = tiding;
    const key = `${kind} ${id}`;
    changes.delete(key);
    changes.set(key, { kind, id, version, by: byWhom(audience, tiding) });
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

/** Everybody knows what they did themselves; of others who may read the history. Whoever was erased is named by nothing. */
function byWhom({ actor, user }: Audience, { actor: { kind, id }, by, application, organizationId }: Located) {
  if (id === user._id) return { kind, id, email: user.email };
  if (!can(actor, 'history.read', { organizationId })) return null;
  const isNamed = !application?.isErased || (by !== null && roleIn({ roles: by.orgRoles }, organizationId) !== null);
  return isNamed ? { kind, id: id ?? null, email: by?.email ?? null } : { kind, id: null, email: null };
}
