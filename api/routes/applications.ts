import { recordActivity } from '../../commands/activity/record-activity.ts';
import { changeApplication } from '../../commands/application/change-application.ts';
import { submitApplication } from '../../commands/application/submit-application.ts';
import { countEmails, NO_EMAILS } from '../../commands/email/count-emails.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { applicantSearchOf } from '../../domain/application/applicant-search.ts';
import { type AccountEmail, mayTake } from '../../domain/application/ownership.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { looksLikeId } from '../../domain/values/ids.ts';
import { viewerOf } from '../../domain/visibility/application-document.ts';
import { NO_ACTIVITY } from '../../projections/activity.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import type { Services } from '../composition/services.ts';
import {
  type Applicant,
  type ApplicationStep,
  MOST_APPLICANTS,
  MOST_STEPS,
  MOST_STEPS_TEXT,
} from '../contract/applications.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { id as idSchema } from '../contract/values.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest, type UncheckedRequestWithBody } from '../http/route.ts';
import { Serialised } from '../http/serialised.ts';
import { textsWithin } from '../http/texts-within.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { issueClaim } from '../sign-in/issue-claim.ts';
import { pastActivity } from '../views/activity-view.ts';
import { applicantViews } from '../views/applicant-view.ts';
import { applicationRows, applicationView } from '../views/application-view.ts';
import { historyView } from '../views/history-view.ts';
import { pastApplications, pastApplicationsNamed } from '../views/past-lists.ts';

interface ApplicationTarget extends Target {
  readonly document: ApplicationDocument;
}

export function applicationRoutes(services: Services): readonly Route[] {
  const { environment, readModels, log, positions } = services;
  const { applications } = readModels;
  const target = ({ params, context }: UncheckedRequest) => applicationTarget(services, params.id, context);

  const written = async (id: string, { actor }: RequestContext) =>
    applicationView(await applications.written(id), actor, services);

  return [
    route(ENDPOINTS.listApplications, {
      async handle({ query: { batchIds, ids: wanted, filter }, past, context: { actor, organization } }) {
        const organizationId = organization?._id;
        const isStaff = organizationId !== undefined && can(actor, 'application.list', { organizationId });
        const ofAll = isStaff && filter !== 'mine';
        const batches = batchIds === undefined ? undefined : namedIn(batchIds);
        const inBatches = new Set(batches);
        if (past) {
          if (!ofAll) return reject('forbidden', TEXTS.access.notAllowed);
          const then =
            wanted === undefined
              ? await pastApplications(organizationId, batches, past, readModels)
              : await pastApplicationsNamed(organizationId, namedIn(wanted), past, readModels);
          const shown = batches ? then.filter(({ batchId }) => inBatches.has(batchId)) : then;
          return accept(await applicationRows(shown.toSorted(newestFirst), actor, readModels));
        }
        if (wanted !== undefined) {
          const named = await applications.getMany(namedIn(wanted));
          const own = named.filter((one) => (ofAll ? one.organizationId === organizationId : one.userId === actor.id));
          const rows = batches ? own.filter(({ batchId }) => inBatches.has(batchId)) : own;
          return accept(await applicationRows(rows.toSorted(newestFirst), actor, readModels));
        }
        const whose: Filter = ofAll ? { organizationId } : { userId: actor.id ?? null };
        // The dashboard asks for one batch, whose index also has the order.
        const [only, ...more] = batches ?? [];
        const inThese = more.length === 0 && only !== undefined ? only : batches;
        const { documents } = await applications.find(inThese ? { ...whose, batchId: inThese } : whose, {
          sort: { by: 'createdAt', descending: true },
        });
        return accept(await applicationRows(documents, actor, readModels));
      },
    }),

    route(ENDPOINTS.searchApplicants, {
      async handle({ query: { search }, context: { actor }, target: { organizationId } }) {
        if (!organizationId) return accept([]);
        return accept([...(await searchApplicants(readModels, organizationId, search, actor))]);
      },
    }),

    route(ENDPOINTS.submitApplication, {
      emails: async ({ body: { batchId }, context }) =>
        (await isAddedByStaff(services, batchId, context)) ? countEmails(environment, context.actor, 1) : NO_EMAILS,
      async decide({ body, context, command }) {
        const { attempts } = environment;
        const isLimited = !(await isAddedByStaff(services, body.batchId, context));
        if (isLimited && !(await attempts.admitSubmission(context.address))) {
          return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
        }
        return submitApplication(environment, { payload: body, account: accountOf(context) }, command);
      },
      view({ id, isClaimable }, { context, response }) {
        if (isClaimable) issueClaim(services, id, context, response);
        return written(id, context);
      },
    }),

    route(ENDPOINTS.getApplication, {
      target,
      async handle({ params: { id }, asOf, context, target: { document } }) {
        if (asOf === undefined) return accept(await applicationView(document, context.actor, services));
        const viewer = viewerOf(context.actor, document) ?? 'applicant';
        const [then, activity] = await Promise.all([
          applications.asOf(id, asOf),
          viewer === 'admin' ? pastActivity(log, id, asOf) : NO_ACTIVITY,
        ]);
        if (!then || (viewer !== 'admin' && then.userId !== context.actor.id))
          return reject('not-found', TEXTS.access.notFound);
        const past = { at: asOf, activity, today: document };
        return accept(await applicationView(then, context.actor, services, past));
      },
    }),

    route(ENDPOINTS.changeApplication, {
      target,
      decide({ params: { id: applicationId }, body: payload, context, command }) {
        const holdsClaim = context.claims.includes(applicationId);
        const change = { applicationId, payload, holdsClaim, account: accountOf(context) };
        return changeApplication(environment, change, command);
      },
      others: ({ accounts, solutions }) => [...accounts, ...solutions],
      view: (_changed, { params: { id }, context }) => written(id, context),
    }),

    route(ENDPOINTS.recordActivity, {
      targetInBody: applicationInBody(services),
      input: ({ body: { activityEntries } }) => activityEntries,
      decide({ body: { applicationId, activityEntries }, command }) {
        const entries = activityEntries.map((entry) => ({ ...entry, actionDetails: entry.actionDetails ?? null }));
        return recordActivity(environment, { applicationId, entries }, command);
      },
      view: ({ appended }, { body: { applicationId } }) => ({
        applicationId,
        activityEntries: appended.flatMap((event) =>
          event.type === 'ActivityRecorded'
            ? [{ ...event.data, actionDetails: event.personal?.actionDetails ?? null }]
            : [],
        ),
      }),
    }),

    route(ENDPOINTS.getApplicationHistory, {
      target,
      async handle({ params: { id }, query: { before } }) {
        const page = { before: before === undefined ? Number.POSITIVE_INFINITY : Number(before), most: MOST_STEPS };
        const steps = await historyView(id, page, { log, readModels, positions });
        const newestFirst = await textsWithin(steps.toReversed(), MOST_STEPS_TEXT);
        return accept(new Serialised<ApplicationStep[]>(`[${newestFirst.toReversed().join()}]`));
      },
    }),
  ];
}

/** Some hits may be values that this viewer may not see. */
const CANDIDATES = 3 * MOST_APPLICANTS;

async function searchApplicants(
  readModels: ReadModels,
  organizationId: string,
  query: string,
  actor: Actor,
): Promise<readonly Applicant[]> {
  const { applicants, applications } = readModels;
  const shown = async (ids: readonly string[], parts: readonly string[]) => {
    const own = (await applications.getMany(ids)).filter((one) => one.organizationId === organizationId);
    return applicantViews(own.toSorted(newestFirst), parts, actor, readModels);
  };
  const id = query.trim().toLowerCase();
  if (looksLikeId(id)) return shown([id], []);
  const search = applicantSearchOf(query);
  if (!search) return [];
  const found = new Map<string, Applicant>();
  for (const parts of [search.beginnings, search.parts]) {
    const { documents } = await applicants.find(
      { organizationId, text: { containing: parts } },
      { sort: { by: 'createdAt', descending: true }, limit: CANDIDATES },
    );
    for (const one of await shown(
      documents.map(({ _id }) => _id),
      parts,
    ))
      found.set(one._id, one);
    if (found.size >= MOST_APPLICANTS) break;
  }
  return [...found.values()].slice(0, MOST_APPLICANTS);
}

const namedIn = (list: string): string[] => [
  ...new Set(list.split(',').filter((id) => idSchema.safeParse(id).success)),
];

const newestFirst = ({ createdAt: one }: ApplicationDocument, { createdAt: other }: ApplicationDocument): number =>
  one < other ? 1 : one > other ? -1 : 0;

export const applicationInBody =
  (services: Services) =>
  async ({ body, context }: UncheckedRequestWithBody): Promise<Target | undefined> => {
    const { applicationId } = (body ?? {}) as { applicationId?: unknown };
    const isId = idSchema.safeParse(applicationId).success;
    if (isId) return applicationTarget(services, applicationId as string, context);
    return { isOwn: true };
  };

export async function applicationTarget(
  { readModels: { applications, batches } }: Services,
  id: string | undefined,
  context: RequestContext,
): Promise<ApplicationTarget | undefined> {
  // Some stores fail on values that are no id.
  if (id === undefined || !idSchema.safeParse(id).success) return undefined;
  // Only a recent submitter may read past the read model: folding streams for strangers and invented ids would be wasteful.
  const mayBeNew = looksLikeId(id) && (context.user !== null || context.claims.includes(id));
  const document = mayBeNew ? await applications.latest(id) : await applications.get(id);
  if (!document) return undefined;
  const batch = await batches.get(document.batchId);
  return {
    document,
    organizationId: document.organizationId,
    isOwn: context.user !== null && isApplicant(document, context),
    isReadOnly: hasStarted(batch?.status),
  };
}

async function isAddedByStaff({ readModels }: Services, batchId: unknown, { actor }: RequestContext): Promise<boolean> {
  if (actor.kind === 'anonymous' || typeof batchId !== 'string') return false;
  const batch = await readModels.batches.get(batchId);
  return batch !== undefined && can(actor, 'application.addForOther', { organizationId: batch.organizationId });
}

const isApplicant = ({ _id, userId, email }: ApplicationDocument, context: RequestContext): boolean =>
  userId === context.actor.id ||
  mayTake({ userId, email }, accountOf(context), userId === null && context.claims.includes(_id));

const accountOf = ({ user }: RequestContext): AccountEmail | null =>
  user?.email ? { email: user.email, isProven: user.emailVerified } : null;

export const provenEmailOf = ({ user }: RequestContext): string | null =>
  user?.emailVerified === true ? user.email : null;
