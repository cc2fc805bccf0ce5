import type { Actor } from '../access/actor.ts';
import { can, type Grantee } from '../access/policy.ts';
import { audienceOn, isUnrestrictedFor } from '../event-sourcing/audience.ts';
import type { Facts } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { applicantFieldNames, fieldNamesOf, isAdminOnlyField } from '../process/fields.ts';
import type { Outcome } from '../solution/state.ts';
import { ERASED } from '../values/personal-data.ts';
import { CORE_VALUE_NAMES, FACT_MEMBERS } from './core-fields.ts';
import { APPLICATION_EVENTS, type FieldValue, type FieldValues, type TrackingLink } from './events.ts';
import type { Application } from './state.ts';
import type { ApplicationStatus } from './statuses.ts';

export interface CommentDocument {
  readonly _id: string;
  readonly message: string;
  readonly authorId: string | null;
  readonly postedDate: string;
}

/** Everything that any viewer may read, except what is joined on read: emails of other people, steps, last seen. */
export interface WholeApplication {
  readonly _id: string;
  readonly version: number;
  readonly organizationId: string;
  readonly batchId: string;
  readonly status: ApplicationStatus;
  readonly createdAt: string;
  readonly trackingNumber: number;
  readonly email: string;
  readonly userId: string | null;
  readonly selectedPaymentModelId: string | null;
  readonly adminAssignee: { readonly userId: string } | null;
  readonly adminComments: readonly CommentDocument[];
  readonly tracking: TrackingLink;
  /** Of current submitted solutions in the order of submission; null unless it was a quiz. */
  readonly assessmentScores: readonly { readonly score: number | null }[];
  /** For conditions; in no answer. */
  readonly completedAssessmentIds: readonly string[];
  readonly calendlyEventUri: string | null;
  readonly calendlyStartTime: string | null;
  readonly calendlyJoinUrl: string | null;
  readonly transferredFrom: string | null;
  readonly transferredTo: string | null;
  readonly isErased: boolean;
  /** The answers, names and phone number. An answer to a viewer holds them as members of the document itself. */
  readonly values: FieldValues;
}

/** The document of a state; the basis of the read model and of full-document PUTs. */
export const documentOf = (
  id: string,
  version: number,
  state: Application,
  outcomes: readonly Outcome[] = [],
): WholeApplication => ({
  _id: id,
  version,
  organizationId: state.organizationId,
  batchId: state.batchId,
  status: state.status,
  createdAt: state.createdAt,
  trackingNumber: state.trackingNumber,
  email: state.email ?? ERASED,
  userId: state.userId,
  selectedPaymentModelId: state.selectedPaymentModelId,
  adminAssignee: state.adminAssigneeId === null ? null : { userId: state.adminAssigneeId },
  adminComments: state.comments.map((comment) => ({ ...comment, message: comment.message ?? ERASED })),
  tracking: state.tracking,
  assessmentScores: outcomes.map(({ score }) => ({ score })),
  completedAssessmentIds: outcomes.map(({ assessmentId }) => assessmentId),
  calendlyEventUri: state.calendlyEventUri,
  calendlyStartTime: state.calendlyStartTime,
  calendlyJoinUrl: state.calendlyJoinUrl,
  transferredFrom: state.transferredFrom,
  transferredTo: state.transferredTo,
  isErased: state.isErased,
  values: state.values,
});

type FactSource = Pick<
  WholeApplication,
  'status' | 'email' | 'values' | 'completedAssessmentIds' | (typeof FACT_MEMBERS)[number]
>;

/** Input of conditions, from the complete application. */
export function factsOf(document: FactSource): Facts {
  const { status, email, values, selectedPaymentModelId, completedAssessmentIds } = document;
  const fields: Record<string, FieldValue | null> = { ...values, email };
  for (const name of FACT_MEMBERS) fields[name] = document[name];
  return { status, completedAssessmentIds, selectedPaymentModelId, fields };
}

/**
 * The relation of a person to an application; null: may not see it. A person who is staff and applicant is `admin`
 * first, then `applicant`.
 */
export type Viewer = 'admin' | 'applicant' | 'viewer' | null;

export function viewerOf(actor: Actor, application: { organizationId: string; userId: string | null }): Viewer {
  const { organizationId } = application;
  const isOwn = actor.kind === 'user' && actor.id !== undefined && actor.id === application.userId;
  if (can(actor, 'application.readAdminOnly', { organizationId })) return 'admin';
  if (isOwn) return 'applicant';
  return can(actor, 'application.read', { organizationId }) ? 'viewer' : null;
}

/** Members whose changes are hidden from the grantee. */
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

/** Core values that nobody has given are null. */
const NO_VALUES = Object.fromEntries(CORE_VALUE_NAMES.map((name) => [name, null]));

/**
 * The document for one viewer: values are members of the document, hidden members are absent. Values of fields that the
 * process no longer has are for admins only, because their visibility is unknown. Values of steps that are hidden from
 * the applicant are absent for them.
 */
export function viewOf(
  document: WholeApplication,
  viewer: NonNullable<Viewer>,
  process: ProcessConfig,
): Readonly<Record<string, unknown>> {
  const { values, completedAssessmentIds, ...members } = document;
  const visible = visibleNames(document, viewer, process);
  if (visible === 'all') return { ...NO_VALUES, ...values, ...members };
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...NO_VALUES, ...values })) if (visible.has(name)) shown[name] = value;
  const hidden = HIDDEN_MEMBERS[viewer];
  for (const [member, value] of Object.entries(members)) if (!hidden.has(member)) shown[member] = value;
  return shown;
}

/** Whether the applicant sees the value of this name. */
export function seesValue(document: WholeApplication, process: ProcessConfig): (name: string) => boolean {
  const visible = visibleNames(document, 'applicant', process);
  return (name) => visible === 'all' || visible.has(name);
}

function visibleNames(
  document: WholeApplication,
  viewer: NonNullable<Viewer>,
  process: ProcessConfig,
): ReadonlySet<string> | 'all' {
  if (viewer === 'admin') return 'all';
  const { open, inForms } = namesOf(process);
  if (viewer === 'viewer') return open;
  const asked = applicantFieldNames(process, factsOf(document));
  return new Set([...open].filter((name) => asked.has(name) || !inForms.has(name)));
}

interface Names {
  /** Names that are not admin-only. */
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
