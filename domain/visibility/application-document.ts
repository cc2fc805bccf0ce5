import type { Actor } from '../access/actor.ts';
import { can, type Grantee } from '../access/policy.ts';
import { CORE_VALUE_NAMES, FACT_MEMBERS, forSetMembers } from '../application/core-fields.ts';
import { APPLICATION_EVENTS, type FieldValue } from '../application/events.ts';
import type { Application } from '../application/state.ts';
import { audienceOn, isUnrestrictedFor } from '../event-sourcing/audience.ts';
import { isAdminOnlyField } from '../process/admin-only-fields.ts';
import type { Facts } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { applicantFieldNames, fieldNamesOf } from '../process/fields.ts';
import type { Outcome } from '../solution/state.ts';
import { ERASED } from '../values/personal-data.ts';

/** Everything that conditions and views depend on. */
export interface ApplicationWithOutcomes extends Application {
  readonly outcomes: readonly Outcome[];
}

/** The members without the values, for any viewer. Emails of other people, steps and last seen are joined on read. */
export const membersOf = ({ outcomes, ...state }: ApplicationWithOutcomes) => ({
  organizationId: state.organizationId,
  batchId: state.batchId,
  status: state.status,
  createdAt: state.createdAt,
  trackingNumber: state.trackingNumber,
  email: state.email ?? ERASED,
  userId: state.userId,
  ...forSetMembers((name) => state[name]),
  adminAssignee: state.adminAssigneeId === null ? null : { userId: state.adminAssigneeId },
  adminComments: state.comments.map((comment) => ({ ...comment, message: comment.message ?? ERASED })),
  // Documents of earlier versions have none.
  requestedCorrections: state.requestedCorrections ?? [],
  tracking: state.tracking,
  // null for solutions that are not quizzes.
  assessmentScores: outcomes.map(({ score }) => ({ score })),
  calendlyEventUri: state.calendlyEventUri,
  calendlyStartTime: state.calendlyStartTime,
  // Documents of earlier versions have no end.
  calendlyEndTime: state.calendlyEndTime ?? null,
  calendlyJoinUrl: state.calendlyJoinUrl,
  transferredFrom: state.transferredFrom,
  transferredTo: state.transferredTo,
  isErased: state.isErased,
});

type FactSource = Pick<
  ApplicationWithOutcomes,
  'status' | 'email' | 'values' | 'outcomes' | (typeof FACT_MEMBERS)[number]
>;

export function factsOf(application: FactSource): Facts {
  const { status, email, values, selectedPaymentModelId, outcomes } = application;
  const fields: Record<string, FieldValue | null> = { ...values, email: email ?? ERASED };
  for (const name of FACT_MEMBERS) fields[name] = application[name];
  const completedAssessmentIds = outcomes.map(({ assessmentId }) => assessmentId);
  return { status, completedAssessmentIds, selectedPaymentModelId, fields };
}

/** null: no access. A person who is staff and applicant is `admin` first, then `applicant`. */
export type Viewer = 'admin' | 'applicant' | 'viewer' | null;

export function viewerOf(actor: Actor, application: { organizationId: string; userId: string | null }): Viewer {
  const { organizationId } = application;
  const isOwn = actor.kind === 'user' && actor.id !== undefined && actor.id === application.userId;
  if (can(actor, 'application.readAdminOnly', { organizationId })) return 'admin';
  if (isOwn) return 'applicant';
  return can(actor, 'application.read', { organizationId }) ? 'viewer' : null;
}

const hiddenFrom = (grantee: Grantee): ReadonlySet<string> =>
  new Set(
    APPLICATION_EVENTS.flatMap(({ audience }) => {
      const own = audienceOn('application', audience);
      return own && !isUnrestrictedFor(grantee, own) ? (own.restricted?.members ?? []) : [];
    }),
  );
const HIDDEN_MEMBERS: Readonly<Record<NonNullable<Viewer>, ReadonlySet<string>>> = {
  admin: hiddenFrom('Admin'),
  applicant: hiddenFrom('own'),
  viewer: hiddenFrom('Viewer'),
};

const NO_VALUES = Object.fromEntries(CORE_VALUE_NAMES.map((name) => [name, null]));

/** Hidden members are absent. Only admins see values of removed fields, because their visibility is unknown. */
export function viewOf(
  application: ApplicationWithOutcomes,
  viewer: NonNullable<Viewer>,
  process: ProcessConfig,
): Readonly<Record<string, unknown>> {
  const { values } = application;
  const members = membersOf(application);
  const visible = visibleNames(application, viewer, process);
  if (visible === 'all') return { ...NO_VALUES, ...values, ...members };
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...NO_VALUES, ...values })) if (visible.has(name)) shown[name] = value;
  const hidden = HIDDEN_MEMBERS[viewer];
  for (const [member, value] of Object.entries(members)) if (!hidden.has(member)) shown[member] = value;
  return shown;
}

export function seesValue(application: ApplicationWithOutcomes, process: ProcessConfig): (name: string) => boolean {
  const visible = visibleNames(application, 'applicant', process);
  return (name) => visible === 'all' || visible.has(name);
}

function visibleNames(
  application: ApplicationWithOutcomes,
  viewer: NonNullable<Viewer>,
  process: ProcessConfig,
): ReadonlySet<string> | 'all' {
  if (viewer === 'admin') return 'all';
  const { open, inForms } = namesOf(process);
  if (viewer === 'viewer') return open;
  const asked = applicantFieldNames(process, factsOf(application));
  return new Set([...open].filter((name) => asked.has(name) || !inForms.has(name)));
}

interface Names {
  readonly open: ReadonlySet<string>;
  readonly inForms: ReadonlySet<string>;
}
/** Cached per process, because a list has many applications of one process. */
const NAMES = new WeakMap<ProcessConfig, Names>();

function namesOf(process: ProcessConfig): Names {
  const known = NAMES.get(process);
  if (known) return known;
  const names: Names = {
    open: new Set([...fieldNamesOf(process)].filter((name) => !isAdminOnlyField(name, process))),
    inForms: fieldNamesOf({ ...process, fields: [] }),
  };
  NAMES.set(process, names);
  return names;
}
