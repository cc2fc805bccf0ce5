import { apiToken } from '../../domain/api-token/api-token.ts';
import { nameOfApplicant } from '../../domain/application/applicant-name.ts';
import { application } from '../../domain/application/application.ts';
import type { Application } from '../../domain/application/state.ts';
import { bulk, phaseOf } from '../../domain/bulk/bulk.ts';
import { calendarFeed } from '../../domain/calendar-feed/calendar-feed.ts';
import { dataExport } from '../../domain/data-export/data-export.ts';
import type { Happened } from '../../domain/event-sourcing/event.ts';
import { file } from '../../domain/file/file.ts';
import { keptUntil } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { solution } from '../../domain/solution/solution.ts';
import { ERASED } from '../../domain/values/personal-data.ts';
import { membersOf } from '../../domain/visibility/application-document.ts';
import { KINDS, type Kind } from '../kinds/kinds.ts';
import { accountMembers } from './account-members.ts';
import type { Emails } from './changes.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Describes the states of one category of streams for staff who may see all of them. */
export interface Audited<State> {
  readonly aggregate: {
    readonly category: string;
    readonly initial: State;
    readonly evolve: (state: State, event: Happened<never>) => State;
  };
  /** Lists with an `_id` are compared by element, other people are named by email. */
  readonly membersOf: (state: State, emails: Emails) => Members;
  readonly peopleIn?: (state: State) => readonly string[];
  readonly nameOf?: (state: State) => string | null;
  /** The account by whose email it is called. */
  readonly calledBy?: (state: State) => string | null;
}

const audited = <State>(definition: Audited<State>): Audited<unknown> => definition as unknown as Audited<unknown>;

const ofKind = <State, Event>(
  { aggregate, documentOf: shown }: Kind<State, Event>,
  besides: (state: State) => Members = () => ({}),
): Audited<unknown> =>
  audited({
    aggregate,
    membersOf: (state: State) => ({ ...shown(state), ...besides(state) }),
    nameOf: (state: State) => textOf(shown(state)?.name ?? shown(state)?.label),
  });

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** Shows that a secret is set or has changed, never its value. */
const secretOf = (secretId: string | null): unknown => secretId && { _id: secretId.slice(0, 8), isSet: true };

/** Members and invitations change apart from an organization's details, so it has its own entry. */
const { organizations: _ownEntry, webhooks, reports, ...CONFIGURED } = KINDS;

const ALL: readonly Audited<unknown>[] = [
  ...Object.values(CONFIGURED).map((kind) => ofKind(kind as unknown as Kind<unknown, unknown>)),
  // So that the rotation of a secret, and why the portal stopped sending, are seen, which no other member shows.
  ofKind(webhooks, ({ details, standing }) => ({
    formerSecretUntil: details.formerSecret?.until ?? null,
    disabledBecause: standing.kind === 'disabled' ? standing.reason : null,
  })),
  // A pin is no part of a version, but a change that everybody sees.
  ofKind(reports, ({ kind, details: { isPinned } }) => (kind === 'document' ? { isPinned } : {})),
  audited({
    aggregate: organization,
    membersOf: ({ exists, details, domain, members, invitations, secrets, secondFactorFrom }, emails) =>
      exists
        ? {
            ...details,
            fullDomainState: domain?.state ?? null,
            fullDomainKeptUntil: domain && keptUntil(domain),
            sendGridApiKey: secretOf(secrets.sendGridApiKey),
            calendlyAccessToken: secretOf(secrets.calendlyAccessToken),
            secondFactorFrom,
            members: Object.entries(members).map(([_id, role]) => ({ _id, email: emails.get(_id) ?? null, role })),
            // Not every reader of the audit log may see Owners' invitations.
            invitations: Object.entries(invitations.byId)
              .filter(([, { role }]) => role !== 'Owner')
              .map(([_id, { role, expiresAt, acceptedBy }]) => ({ _id, role, expiresAt, acceptedBy })),
          }
        : {},
    peopleIn: ({ members }) => Object.keys(members),
    nameOf: ({ details }) => textOf(details.name),
  }),
  audited({
    aggregate: application,
    membersOf: (state, emails) => {
      if (state.kind === 'application') return applicationMembers(state, emails);
      return state.kind === 'claim' ? { claimedBy: state.by } : {};
    },
    peopleIn: (state) =>
      state.kind === 'application'
        ? [state.adminAssigneeId, ...state.comments.map(({ authorId }) => authorId)].filter((id) => id !== null)
        : [],
    nameOf: (state) => (state.kind === 'application' ? nameOfApplicant(state) : null),
  }),
  audited({
    aggregate: solution,
    membersOf: ({ solutions }) => ({ solutions }),
  }),
  audited({
    aggregate: bulk,
    membersOf: (state) => {
      if (state.kind !== 'bulk') return {};
      const { action, rows } = state;
      return { action, phase: phaseOf(state), applications: rows.length };
    },
  }),
  audited({
    aggregate: apiToken,
    membersOf: (state) => {
      if (state.kind !== 'token') return {};
      const { name, scopes, expiresAt, revokedAt } = state;
      return { name, scopes, expiresAt, revokedAt };
    },
    nameOf: (state) => (state.kind === 'token' ? state.name : null),
  }),
  audited({
    aggregate: calendarFeed,
    membersOf: (state, emails) => {
      if (state.kind !== 'feed') return {};
      const { userId, createdAt, revokedAt } = state;
      return { member: emails.get(userId) ?? null, createdAt, revokedAt };
    },
    peopleIn: (state) => (state.kind === 'feed' ? [state.userId] : []),
    calledBy: (state) => (state.kind === 'feed' ? state.userId : null),
  }),
  audited({ aggregate: paymentAccount, membersOf: accountMembers }),
  audited({
    aggregate: dataExport,
    membersOf: (state) => (state.kind === 'exports' ? { exported: { number: state.count, ...state.last } } : {}),
  }),
  audited({
    aggregate: file,
    membersOf: (state) => {
      if (state.kind !== 'stored') return {};
      const { fileName, mediaType, size, target, uploadType } = state;
      return { fileName, mediaType, size, target, uploadType };
    },
    nameOf: (state) => (state.kind === 'stored' ? state.fileName : null),
  }),
];

export const AUDITED: ReadonlyMap<string, Audited<unknown>> = new Map(ALL.map((one) => [one.aggregate.category, one]));

function applicationMembers(state: Application, emails: Emails): Members {
  const whole = membersOf({ ...state, comments: [], outcomes: [] });
  const { adminAssignee, adminComments: _comments, assessmentScores, createdAt, ...members } = whole;
  return {
    ...state.values,
    ...members,
    isErased: state.erasedAt !== null,
    adminAssignee: adminAssignee && { ...adminAssignee, userEmail: emails.get(adminAssignee.userId) ?? null },
    adminComments: state.comments.map((comment) =>
      memoized(emails, comment, ({ message, authorId, ...rest }) => ({
        ...rest,
        message: message ?? ERASED,
        authorId,
        authorEmail: authorId === null ? null : (emails.get(authorId) ?? null),
      })),
    ),
    emailRequests: state.emailRequests.map((request) =>
      memoized(emails, request, ({ requestId: _id, ...rest }) => ({ _id, ...rest })),
    ),
    writtenEmails: state.writtenEmails,
    mails: state.mails.map((mail) =>
      memoized(emails, mail, ({ outboxId: _id, template, failure }) => ({
        _id,
        template,
        outcome: failure ?? 'delivered',
      })),
    ),
  };
}

const SHOWN = new WeakMap<Emails, WeakMap<object, unknown>>();

/** Unchanged parts stay the same objects, so that a comparison of long lists is quick. */
function memoized<Source extends object, Shown>(
  emails: Emails,
  source: Source,
  show: (source: Source) => Shown,
): Shown {
  const shown = SHOWN.get(emails) ?? new WeakMap<object, unknown>();
  SHOWN.set(emails, shown);
  if (!shown.has(source)) shown.set(source, show(source));
  return shown.get(source) as Shown;
}
