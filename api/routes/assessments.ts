import { sealMessagingSecret } from '../../commands/assessment/seal-messaging-secret.ts';
import { lookUpFiles } from '../../commands/file/referred-files.ts';
import type { JsonObject } from '../../commands/handling/diff-document.ts';
import { providerCallsOf } from '../../commands/solution/provider-calls.ts';
import { previewReport } from '../../commands/solution/receive-report.ts';
import { roleIn } from '../../domain/access/policy.ts';
import { timeLimitFor } from '../../domain/assessment/assessment.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isNewSecret } from '../../domain/values/secret-mask.ts';
import type { AssessmentDocument } from '../../projections/assessments.ts';
import { timerOf } from '../../projections/timers.ts';
import type { Services } from '../composition/services.ts';
import type { Assessment } from '../contract/assessments.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { readReport } from '../http/report-content.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { applicantAssessmentView, assessmentView, inOrderOfCreation } from '../views/assessment-view.ts';
import { type Offer, offersTo } from '../views/offered-assessments.ts';
import { documentsOf } from '../views/past-lists.ts';
import { configuredRoutes } from './configured-routes.ts';

interface OfferTarget extends Target {
  readonly offers: readonly Offer[];
}
interface AssessmentTarget extends OfferTarget {
  readonly document: AssessmentDocument;
}

export function assessmentRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { assessments } = readModels;
  const calls = providerCallsOf(environment);

  const list = async ({ context: { actor, organization } }: UncheckedRequest): Promise<OfferTarget> => {
    const organizationId = organization?._id ?? null;
    const offers = await offersTo(actor, organizationId, readModels);
    return { organizationId, isPublic: true, isOwn: offers !== null, offers: offers ?? [] };
  };
  const one = async ({ params, context: { actor } }: UncheckedRequest): Promise<AssessmentTarget | undefined> => {
    const document = await assessments.get(params.id as string);
    if (!document) return undefined;
    const { _id, organizationId } = document;
    const offers = ((await offersTo(actor, organizationId, readModels)) ?? []).filter((offer) => offer.has(_id));
    return { document, organizationId, isOwn: offers.length > 0, offers };
  };

  /** Staff see everything, even if they also apply; applicants see what their application is offered. */
  const view = (document: AssessmentDocument, { actor }: RequestContext, applicationId?: string) =>
    applicationId === undefined || roleIn(actor, document.organizationId) !== null
      ? assessmentView(document, actor, environment.secrets)
      : applicantAssessmentView(document, applicationId, services);

  return [
    route(ENDPOINTS.listAssessments, {
      target: list,
      async handle({ past, context, target: { organizationId, offers } }) {
        if (!organizationId) return accept([]);
        const documents = await documentsOf(assessments, { organizationId }, past, readModels);
        const isStaff = roleIn(context.actor, organizationId) !== null;
        const shown = documents.toSorted(inOrderOfCreation).flatMap((document): Promise<Assessment>[] => {
          if (isStaff) return [view(document, context)];
          const offer = offers.find(({ has }) => has(document._id));
          return offer ? [view(document, context, offer.applicationId)] : [];
        });
        return accept(await Promise.all(shown));
      },
    }),
    route(ENDPOINTS.getAssessment, {
      target: one,
      async handle({ query: { version, applicationId }, asOf, context, target: { document, offers } }) {
        const offer = offers.find((made) => made.applicationId === applicationId) ?? offers[0];
        const { actor } = context;
        if (asOf !== undefined && roleIn(actor, document.organizationId) === null) {
          const then = await offersTo(actor, document.organizationId, readModels, asOf);
          const wasOffered = then?.some(
            (made) => made.applicationId === offer?.applicationId && made.has(document._id),
          );
          if (!wasOffered) return reject('not-found', TEXTS.access.notFound);
        }
        if (version !== undefined && roleIn(actor, document.organizationId) === null) {
          return reject('not-found', TEXTS.access.notFound);
        }
        const past = version === undefined ? asOf : Number(version);
        const shown = past === undefined ? document : await assessments.asOf(document._id, past);
        return shown
          ? accept(await view(shown, context, offer?.applicationId))
          : reject('not-found', TEXTS.access.notFound);
      },
    }),
    route(ENDPOINTS.assessmentTakers, {
      target: one,
      async handle({ params: { id }, target: { document } }) {
        const { organizationId } = document;
        return accept({
          running: await readModels.timers.count({ organizationId, assessmentIds: { containing: [timerOf(id)] } }),
        });
      },
    }),
    route(ENDPOINTS.providerCalls, {
      target: one,
      handle: async ({ params: { id } }) => accept([...(await calls.last(id))]),
    }),
    route(ENDPOINTS.testReport, {
      target: one,
      async handle({ params: { id: assessmentId }, body: { content }, target: { document } }) {
        const report = readReport(content);
        if (!report.ok) return report;
        const { source, secretToken, event, userEmail, detailsUrl } = report.value;
        const { organizationId } = document;
        const sent = { organizationId, assessmentId, secretToken, event, userEmail, detailsUrl };
        const textOrNone = (value: unknown) => (typeof value === 'string' ? value : null);
        const arrived = {
          source: textOrNone(source),
          event: textOrNone(event),
          userEmail: textOrNone(userEmail),
          detailsUrl: textOrNone(detailsUrl),
        };
        return accept({ arrived, ...(await previewReport(environment, sent)) });
      },
    }),
    ...configuredRoutes(services, {
      kind: KINDS.assessments,
      readModel: assessments,
      create: ENDPOINTS.createAssessment,
      change: ENDPOINTS.changeAssessment,
      versions: ENDPOINTS.assessmentVersions,
      restore: ENDPOINTS.restoreAssessment,
      view,
      needsConfirmation: ({ messagingSecretToken }, document) =>
        isNewSecret(messagingSecretToken, document?.messagingSecretId ?? null),
      prepare: (body, about) => prepare(services, body, about),
    }),
  ];
}

/** Moves the secret to the vault, and checks that files belong to this assessment. */
async function prepare(
  { environment }: Services,
  body: JsonObject,
  { organizationId, document }: { readonly organizationId: string; readonly document: AssessmentDocument | null },
): Promise<Result<JsonObject>> {
  const files = await lookUpFiles(environment, body);
  const referrer = { organizationId, target: 'assessment', id: document?._id ?? 'new', holds: document } as const;
  const checked = files.check(body, referrer);
  if (!checked.ok) return checked;
  const heldId = document?.messagingSecretId ?? null;
  const sealed = await sealMessagingSecret(environment.secrets, files.named(body), { organizationId, heldId });
  if (!sealed.ok || document) return sealed;
  const { value: details } = sealed;
  return accept({ ...details, timeLimitMinutes: details.timeLimitMinutes ?? timeLimitFor(details.type) });
}
