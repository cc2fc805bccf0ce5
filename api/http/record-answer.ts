import type { Response } from 'express';
import { changesSecret } from '../../commands/organization/change-organization.ts';
import type { SecurityActor } from '../../commands/security-log/entries.ts';
import type { SecurityEvent, SecurityLog } from '../../commands/security-log/security-log.ts';
import { belongsTo, type Capability, isStaff } from '../../domain/access/policy.ts';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import { isMask } from '../../domain/values/secret-mask.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Endpoint, QueryOf } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { isMassRead, listsApplicants } from './applicant-reads.ts';
import type { RequestContext } from './request-context.ts';
import type { Target } from './route.ts';
import { Serialised } from './serialised.ts';

export interface Answered {
  readonly endpoint: Endpoint;
  readonly context: RequestContext;
  /** Undefined if it does not exist, or was not looked for. */
  readonly target: Target | undefined;
  /** Null for what was done. */
  readonly rejection: Pick<Rejection, 'code' | 'errors'> | null;
  /** Parsed. */
  readonly query?: unknown;
  /** Parsed. */
  readonly body?: unknown;
  readonly value?: unknown;
  /** One of very many calls about single applications. */
  readonly isCrawl?: boolean;
  readonly response: Response;
}

export type RecordAnswer = (answered: Answered) => void;

/** What neither the request nor the answer says. */
interface Named {
  readonly accountId?: string;
  readonly organizationId?: string;
  /** The reason of a refusal that the answer must not reveal. */
  readonly refusal?: SecurityKind;
}

/** For handlers: adds to what the security log learns of this request. */
export function nameForSecurityLog({ locals }: Pick<Response, 'locals'>, named: Named): void {
  locals.securityLog = named;
}

/** For handlers: entries beside that of the answer itself, such as those of other schools. */
export function alsoRecord({ locals }: Pick<Response, 'locals'>, ...entries: readonly Entry[]): void {
  locals.securityEvents = [...besides(locals), ...entries];
}

/** Of a document that a body or a query names; the organization is undefined if it does not exist. */
interface NamedDocument {
  readonly organizationId: string | undefined;
}

/** Of one school in one request. */
const MOST_IDS = 20;
const MOST_SCHOOLS = 50;

/** Ids of other schools and unknown ones in a body or a query, as of ids in a path. */
export function recordForeignIds(
  { context, response }: { readonly context: RequestContext; readonly response: Response },
  documents: readonly NamedDocument[],
): void {
  const entries = documents.flatMap(({ organizationId }) =>
    entriesOfMissing(context, organizationId === undefined ? undefined : { organizationId }),
  );
  // Many of one school, or many unknown ones, must not hide those of another.
  const alike = Map.groupBy(entries, ({ kind, organizationId }) => `${kind} ${organizationId}`);
  alsoRecord(response, ...[...alike.values()].slice(0, MOST_SCHOOLS).flatMap((same) => same.slice(0, MOST_IDS)));
}

const besides = (locals: Response['locals']): readonly Entry[] =>
  (locals as { readonly securityEvents?: readonly Entry[] }).securityEvents ?? [];

const namedIn = ({ locals }: Response): Named => (locals as { readonly securityLog?: Named }).securityLog ?? {};

const DONE: ReadonlyMap<Endpoint, SecurityKind> = new Map<Endpoint, SecurityKind>([
  [ENDPOINTS.changePassword, 'passwordChanged'],
  [ENDPOINTS.resetPassword, 'passwordReset'],
  [ENDPOINTS.setFirstPassword, 'passwordChanged'],
  [ENDPOINTS.sendLoginLink, 'linkAsked'],
  [ENDPOINTS.sendConfirmationCode, 'linkAsked'],
  [ENDPOINTS.confirmAuthenticator, 'factorAdded'],
  [ENDPOINTS.removeAuthenticator, 'factorRemoved'],
  [ENDPOINTS.renewRecoveryCodes, 'codesRenewed'],
  [ENDPOINTS.addPasskey, 'passkeyAdded'],
  [ENDPOINTS.removePasskey, 'passkeyRemoved'],
  [ENDPOINTS.resetSecondFactors, 'factorReset'],
  [ENDPOINTS.changeFactorRequirement, 'factorsRequired'],
  [ENDPOINTS.createApiToken, 'tokenMade'],
  [ENDPOINTS.revokeApiToken, 'tokenRevoked'],
  [ENDPOINTS.createWebhook, 'secretChanged'],
  [ENDPOINTS.rotateWebhookSecret, 'secretChanged'],
  [ENDPOINTS.deleteWebhook, 'secretChanged'],
  [ENDPOINTS.endFormerSecret, 'secretChanged'],
  [ENDPOINTS.issueCalendarFeed, 'secretChanged'],
  [ENDPOINTS.revokeCalendarFeed, 'secretChanged'],
  [ENDPOINTS.revokeMemberCalendar, 'secretChanged'],
  [ENDPOINTS.addUserToOrg, 'memberAdded'],
  [ENDPOINTS.changeRoleInOrganization, 'roleChanged'],
  [ENDPOINTS.removeMemberFromOrg, 'memberRemoved'],
  [ENDPOINTS.endMemberSessions, 'sessionsEnded'],
  [ENDPOINTS.endSession, 'sessionsEnded'],
  [ENDPOINTS.endOtherSessions, 'sessionsEnded'],
  [ENDPOINTS.erasePerson, 'personErased'],
  [ENDPOINTS.deleteMe, 'accountDeleted'],
  [ENDPOINTS.exportMe, 'ownDataDownloaded'],
  [ENDPOINTS.recordExport, 'downloaded'],
]);

const SIGN_INS: ReadonlySet<Endpoint> = new Set([
  ENDPOINTS.login,
  ENDPOINTS.signup,
  ENDPOINTS.loginWithPasskey,
  ENDPOINTS.loginWithLink,
]);
/** The calls by which an invited person becomes a member. */
const JOINS: ReadonlySet<Endpoint> = new Set([...SIGN_INS, ENDPOINTS.acceptInvite]);
/** A wrong one is named by its field. */
const CURRENT_PASSWORDS: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [ENDPOINTS.changePassword, 'currentPassword'],
  [ENDPOINTS.confirmIdentity, 'password'],
  [ENDPOINTS.beginAuthenticator, 'password'],
]);

/** A signed-in person proves a second factor. */
const CODES: ReadonlySet<Endpoint> = new Set([
  ENDPOINTS.renewRecoveryCodes,
  ENDPOINTS.removeAuthenticator,
  ENDPOINTS.confirmIdentity,
]);

/** They name an account by its email, and the entry is about that account, not about the caller. */
const AIMED: ReadonlySet<Endpoint> = new Set([
  ENDPOINTS.login,
  ENDPOINTS.signup,
  ENDPOINTS.sendLoginLink,
  ENDPOINTS.sendResetLink,
]);

/** A passkey is the proof of them; `login` only names it. */
const PASSKEYS: ReadonlySet<Endpoint> = new Set<Endpoint>([ENDPOINTS.loginWithPasskey, ENDPOINTS.confirmIdentity]);

const TRIED_FROM_OUTSIDE = { actor: { kind: 'anonymous', id: null }, isStaff: false } as const;

interface Entry {
  readonly kind: SecurityKind;
  readonly organizationId?: string | null;
  readonly actor?: SecurityActor;
  readonly isStaff?: boolean;
  readonly email?: string | undefined;
  /** Of whose staff the actor is, if another than that of the request. */
  readonly schools?: readonly string[];
  readonly isSecondHalf?: boolean;
}

interface Owned {
  readonly id: string;
  readonly organizationId: string;
}

export interface Owners {
  /** The schools of documents of any kind; and the ids that belong to none, nor to a member of the school that asks. */
  readonly ownersOf: (
    ids: readonly string[],
    asking: string | null,
  ) => Promise<{ readonly owned: readonly Owned[]; readonly unowned: readonly string[] }>;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Records what a call did or why it was refused; most answers are neither. */
export const recordAnswers =
  (log: Pick<SecurityLog, 'record'>, { ownersOf, onProblem }: Owners): RecordAnswer =>
  (answered) => {
    const { rejection, response } = answered;
    const entries = rejection === null ? entriesOfDone(answered) : entriesOfRefusal(answered, rejection);
    const others = besides(response.locals);
    for (const event of [...entries, ...others].flatMap((one) => eventsOf(answered, one))) log.record(event);
    const ids = rejection === null && others.length === 0 ? idsInQuery(answered) : [];
    if (ids.length === 0) return;
    const asking = askingSchool(answered.context);
    ownersOf(ids, asking).then(
      ({ owned, unowned }) => {
        const outside = owned.filter(({ organizationId }) => isOutside(answered, organizationId)).slice(0, MOST_IDS);
        const missing = notShown(answered.value, [...outside, ...unowned.map((id) => ({ id, organizationId: null }))]);
        for (const { organizationId } of missing) {
          if (organizationId !== null) log.record(eventOf(answered, { kind: 'foreignId', organizationId }));
        }
        // Once, because a filter may hold many ids that no longer exist.
        if (asking !== null && missing.length > 0) {
          log.record(eventOf(answered, { kind: 'unknownId', organizationId: asking }));
        }
      },
      (error: unknown) => onProblem('Foreign ids could not be looked up', error),
    );
  };

const UUIDS = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** Of a person or a program, whatever the members are called. */
function idsInQuery({ context: { actor }, query }: Answered): readonly string[] {
  if (query === undefined || (actor.kind !== 'user' && actor.kind !== 'token')) return [];
  return [...new Set(JSON.stringify(query).toLowerCase().match(UUIDS) ?? [])];
}

/** What an answer shows may be seen. Few ids, because each is looked for in an answer of megabytes. */
function notShown<One extends { readonly id: string }>(value: unknown, owned: readonly One[]): readonly One[] {
  if (owned.length === 0) return owned;
  const shown = value instanceof Serialised ? value.text : (JSON.stringify(value) ?? '');
  return owned.filter(({ id }) => !shown.includes(id));
}

const isOutside = ({ context: { actor }, target }: Answered, owner: string): boolean =>
  owner !== target?.organizationId && !belongsTo(actor, owner);

const NAMED_ACCOUNTS: ReadonlySet<Capability> = new Set<Capability>(['account.enter', 'account.manageOwn']);

/** An entry about an account goes to its schools' logs, because the caller chooses the address. */
function eventsOf(answered: Answered, entry: Entry): readonly SecurityEvent[] {
  const { endpoint, context } = answered;
  const event = eventOf(answered, entry);
  const isNamed = entry.organizationId === undefined && entry.email === undefined && event.actor.kind === 'user';
  if (!isNamed || !NAMED_ACCOUNTS.has(endpoint.capability)) return [event];
  const own = event.actor.id === context.actor.id ? (context.memberOf ?? []) : (entry.schools ?? []);
  if (own.length > 0) return own.map((organizationId) => ({ ...event, organizationId, isStaff: true }));
  return [{ ...event, isOfAccount: true }];
}

function eventOf({ endpoint, context, target }: Answered, { schools: _, ...entry }: Entry): SecurityEvent {
  const { actor, address, device } = context;
  const organizationId = target?.organizationId ?? context.organization?._id ?? null;
  const event = {
    organizationId,
    actor: securityActorOf(actor),
    address,
    device,
    call: `${endpoint.method} ${endpoint.path}`,
    ...entry,
  };
  const isInside =
    event.organizationId === null
      ? actor.kind === 'token' || isStaff(actor) || (context.memberOf ?? []).length > 0
      : belongsTo(actor, event.organizationId);
  return { ...event, isStaff: entry.isStaff ?? isInside };
}

const securityActorOf = ({ kind, id }: RequestContext['actor']): SecurityActor =>
  (kind === 'user' || kind === 'token') && id !== undefined
    ? { kind, id }
    : { kind: kind === 'system' ? kind : 'anonymous', id: null };

function entriesOfDone(answered: Answered): readonly Entry[] {
  const { endpoint, value, response } = answered;
  const { accountId, organizationId } = namedIn(response);
  const named = { ...actorOf(accountId), ...(organizationId !== undefined && { organizationId }) };
  if (endpoint === ENDPOINTS.readCalendar) {
    // A program with the address need not be its owner's, so these reads take no room of the staff's.
    return accountId === undefined ? [] : [{ kind: 'read', isStaff: false, ...named }];
  }
  if (JOINS.has(endpoint)) {
    return [
      ...(SIGN_INS.has(endpoint)
        ? [{ ...entryOfSignIn(value as SignedIn), isSecondHalf: isSecondHalf(answered) }]
        : []),
      ...(organizationId === undefined ? [] : [{ kind: 'memberAdded', isStaff: true, ...named } as const]),
    ];
  }
  const kind = kindOfDone(answered);
  return kind === undefined ? [] : [{ kind, ...named }];
}

const actorOf = (accountId: string | undefined): { readonly actor?: SecurityActor } =>
  accountId === undefined ? {} : { actor: { kind: 'user', id: accountId } };

function kindOfDone({ endpoint, context, target, query, body, value, isCrawl }: Answered): SecurityKind | undefined {
  if (endpoint === ENDPOINTS.changeOrganization) {
    const { document } = target as { readonly document: OrganizationDocument };
    return changesSecret(context.actor, body as object, document) ? 'secretChanged' : undefined;
  }
  // On a new host a webhook gets a new secret, which the answer shows.
  if (endpoint === ENDPOINTS.changeWebhook || endpoint === ENDPOINTS.restoreWebhook) {
    const { secret } = value as { readonly secret: string | null };
    return secret !== null && !isMask(secret) ? 'secretChanged' : undefined;
  }
  if (endpoint === ENDPOINTS.listAudit && isOfOneDocument(query as AuditQuery)) return undefined;
  if (isCrawl) return 'massRead';
  if (!listsApplicants(endpoint)) return DONE.get(endpoint);
  // Applicants list their own.
  if (!belongsTo(context.actor, target?.organizationId)) return undefined;
  return isMassRead(endpoint, value) ? 'massRead' : 'read';
}

type AuditQuery = QueryOf<typeof ENDPOINTS.listAudit>;

const isOfOneDocument = ({ documentId, exclude }: AuditQuery): boolean =>
  documentId !== undefined && exclude?.split(',').includes('documentId') !== true;

interface SignedIn {
  readonly _id: string;
  readonly isCreator: boolean;
  readonly orgRoles: UserDocument['orgRoles'];
}

const entryOfSignIn = ({ _id: id, isCreator, orgRoles }: SignedIn): Entry => ({
  kind: 'signedIn',
  actor: { kind: 'user', id },
  isStaff: isStaff({ roles: orgRoles, isCreator }),
  schools: orgRoles.map(({ orgId }) => orgId),
});

/** A browser asks for a code only after the password. A passkey needs none before it, so the browser says whether it gave one. */
function isSecondHalf({ endpoint, body }: Answered): boolean {
  if (endpoint === ENDPOINTS.login) return !isWithoutCode(body);
  return endpoint === ENDPOINTS.loginWithPasskey && (body as { isAfterPassword?: unknown }).isAfterPassword === true;
}

const isWithoutCode = (body: unknown): boolean => {
  const { code } = (body ?? {}) as { readonly code?: unknown };
  return typeof code !== 'string' || code.trim() === '';
};

function entriesOfRefusal(
  { endpoint, context, target, body, response }: Answered,
  { code, errors }: NonNullable<Answered['rejection']>,
): readonly Entry[] {
  if (endpoint === ENDPOINTS.loginWithLink && code === 'refused') return [{ kind: 'linkRefused' }];
  if (errors?.some(({ field }) => field === 'emailedCode') === true) return [{ kind: 'linkRefused' }];
  const { email } = (body ?? {}) as { readonly email?: unknown };
  const aim = typeof email === 'string' && AIMED.has(endpoint) ? { email, ...TRIED_FROM_OUTSIDE } : {};
  if (code === 'too-many-requests') {
    const isTry = body !== undefined && (AIMED.has(endpoint) || CURRENT_PASSWORDS.has(endpoint) || CODES.has(endpoint));
    return [{ kind: namedIn(response).refusal ?? (isTry ? 'triesLimited' : 'limited'), ...aim }];
  }
  if (code === 'unconfirmed' || code === 'emailed-code-needed') return [{ kind: 'unconfirmed' }];
  if (code === 'factor-needed') return [{ kind: 'factorNeeded', isStaff: true }];
  if (code === 'forbidden') return [{ kind: 'refused' }];
  if (code === 'not-found') return entriesOfMissing(context, target);
  if (PASSKEYS.has(endpoint) && errors?.some(({ field }) => field === 'passkey')) {
    const { accountId, refusal = 'passkeyWrong' } = namedIn(response);
    return [{ kind: refusal, ...actorOf(accountId) }];
  }
  if (code === 'unauthenticated') {
    if (SIGN_INS.has(endpoint)) {
      const isAboutCode = errors?.some(({ field }) => field === 'code') === true;
      const isHalf = errors?.some(({ field }) => field === 'passkey') === true || (isAboutCode && isWithoutCode(body));
      if (isHalf) return [{ kind: 'factorMissing', ...aim }];
      return [{ kind: isAboutCode ? 'codeWrong' : 'signInFailed', ...aim }];
    }
    if (context.refusal !== null) return [entryOfToken(context)];
    // Every page asks who is signed in.
    return endpoint === ENDPOINTS.getUser ? [] : [{ kind: 'notSignedIn' }];
  }
  if (CODES.has(endpoint) && code === 'refused' && errors?.some(({ field }) => field === 'code')) {
    return [{ kind: 'codeWrong' }];
  }
  const field = CURRENT_PASSWORDS.get(endpoint);
  const isWrong = field !== undefined && errors?.some((error) => error.field === field) === true;
  return isWrong && code === 'refused' ? [{ kind: 'passwordWrong' }] : [];
}

/** Of a school if it is one of its tokens that has ended, in the room of outsiders: a former member may still hold it. */
const entryOfToken = ({ endedToken }: RequestContext): Entry => ({
  kind: 'tokenRefused',
  ...(endedToken && {
    organizationId: endedToken.organizationId,
    actor: { kind: 'token', id: endedToken._id },
  }),
});

/**
 * The owner's log records a foreign id. The log of the asking school has the same entry for a foreign id as for an
 * unknown one, so that it does not reveal which ids exist elsewhere.
 */
function entriesOfMissing(context: RequestContext, target: Target | undefined): readonly Entry[] {
  const { actor } = context;
  const owner = target?.organizationId ?? null;
  const isForeign = owner !== null && !target?.isOwn && !belongsTo(actor, owner);
  const own = askingSchool(context);
  const isUnknown = (isForeign || target === undefined) && own !== owner && own !== null;
  return [
    ...(isForeign ? [{ kind: 'foreignId', organizationId: owner } as const] : []),
    ...(isUnknown ? [{ kind: 'unknownId', organizationId: own } as const] : []),
  ];
}

/** Of the address, if the actor belongs to it. */
const askingSchool = ({ actor, organization }: RequestContext): string | null =>
  organization !== null && belongsTo(actor, organization._id) ? organization._id : null;
