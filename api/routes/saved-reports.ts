import { changeDocument } from '../../commands/documents/change-document.ts';
import { createDocument } from '../../commands/documents/create-document.ts';
import { deleteDocument } from '../../commands/documents/delete-document.ts';
import { REPORTS } from '../../commands/saved-report/report-kind.ts';
import { undeleteReport } from '../../commands/saved-report/undelete-report.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { roleIn } from '../../domain/access/policy.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { formerAnswersIn, problemsOf } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import { BLANK_REPORT } from '../../domain/saved-report/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn } from '../../domain/values/days.ts';
import { inSlices } from '../../timing/in-slices.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { SavedReport } from '../contract/saved-reports.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { organizationInBody } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { paceOfRequest } from '../runtime/requests-under-way.ts';
import { previewOf } from '../saved-reports/preview-report.ts';
import { catalogueFor, loadCatalogue, maySee } from '../saved-reports/report-catalogue.ts';
import { reportCsv } from '../saved-reports/report-csv.ts';
import { COMPLETE, progressBeside, progressOf } from '../saved-reports/report-progress.ts';
import { gathered, tableOf, tableView } from '../saved-reports/report-table.ts';
import { catalogueThen } from '../views/catalogue-then.ts';
import { documentsOf } from '../views/past-lists.ts';
import { authorsOf, reportView } from '../views/report-view.ts';
import { kindRoutes } from './kind-routes.ts';
import { createReportAnswers, type ReportTarget } from './report-answers.ts';

const TEXT = TEXTS.savedReports;

export function savedReportRoutes(services: Services): readonly Route[] {
  const { environment, readModels, dynamic, savedReports, positions, now } = services;
  const { reports, organizations } = readModels;
  const { zoneOf, viewOf, figures, members } = createReportAnswers(services);

  /** For readers who may see what it shows; for all others it does not exist. */
  const seen = async ({ params, context: { actor } }: UncheckedRequest): Promise<ReportTarget | undefined> => {
    const document = await reports.get(params.id as string);
    if (!document) return undefined;
    const { organizationId, createdBy } = document;
    const catalogue = await loadCatalogue(organizationId, readModels);
    return maySee(actor, organizationId, document, catalogue)
      ? { document, organizationId, catalogue, isOwn: isBy(actor, createdBy, organizationId) }
      : undefined;
  };
  const target = async (unchecked: UncheckedRequest): Promise<ReportTarget | undefined> => {
    const found = await seen(unchecked);
    return found?.document.isDeleted ? undefined : found;
  };
  /** In the past also a report that is deleted today. */
  const shownTarget = (unchecked: UncheckedRequest): Promise<ReportTarget | undefined> =>
    unchecked.query.asOf === undefined ? target(unchecked) : seen(unchecked);

  const written = async (id: string): Promise<SavedReport> => {
    const document = await reports.written(id);
    return viewOf(document, await loadCatalogue(document.organizationId, readModels));
  };

  /** Fields exist, are not personal, and are open to this person. */
  async function checked(
    question: ReportQuestion,
    actor: Actor,
    organizationId: string,
  ): Promise<Result<ReportCatalogue>> {
    const catalogue = await loadCatalogue(organizationId, readModels);
    const errors = [...problemsOf(question, catalogue), ...formerAnswersIn(question, catalogue)];
    if (errors[0]) return reject('refused', errors[0].message, errors);
    return maySee(actor, organizationId, question, catalogue) ? accept(catalogue) : reject('forbidden', TEXT.adminOnly);
  }

  async function progressReader({ actor }: RequestContext) {
    const { projections: statuses } = await dynamic.status();
    const seesEvents = actor.isCreator || (await organizations.count({})) === 1;
    return { statuses, refused: savedReports.refused, seesEvents };
  }

  /** Null without a position, undefined for one that no answer had. */
  function changedAt(position: string | undefined): number | null | undefined {
    const changed = position === undefined ? null : positions.open(position);
    return typeof changed === 'bigint' ? Number(changed) : changed;
  }

  return [
    route(ENDPOINTS.listSavedReports, {
      async handle({ context, target: { organizationId }, past }) {
        if (!organizationId) return accept([]);
        const [documents, ofToday] = await Promise.all([
          documentsOf(reports, { organizationId }, past, readModels),
          loadCatalogue(organizationId, readModels),
        ]);
        const seen = documents.filter(
          (document) => !document.isDeleted && maySee(context.actor, organizationId, document, ofToday),
        );
        const catalogue = past ? await catalogueThen(ofToday, organizationId, past, readModels) : ofToday;
        const [authors, reader] = await Promise.all([authorsOf(seen, readModels), progressReader(context)]);
        return accept(
          seen
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map((document) => ({
              ...reportView(document, catalogue, authors),
              progress: past ? COMPLETE : progressOf(document, catalogue, reader),
            })),
        );
      },
    }),
    route(ENDPOINTS.getReportCatalogue, {
      async handle({ context: { actor }, target: { organizationId } }) {
        const { events, fields } = catalogueFor(
          actor,
          organizationId ?? '',
          await loadCatalogue(organizationId ?? '', readModels),
        );
        return accept({
          events: events.map((event) => ({ ...event, fields: [...event.fields] })),
          fields: fields.map((field) => ({ ...field, options: field.options && [...field.options] })),
        });
      },
    }),
    route(ENDPOINTS.previewReport, {
      input: () => null,
      async handle({ body, context: { actor }, target: { organizationId } }) {
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        const question = cleaned(body);
        if (!question.ok) return question;
        const catalogue = await checked(question.value, actor, organizationId);
        if (!catalogue.ok) return catalogue;
        const timeZone = await zoneOf(organizationId);
        const preview = await previewOf(organizationId, question.value, {
          log: services.log,
          readModels,
          pace: paceOfRequest(services.requests.counts),
        });
        const about = { timeZone, catalogue: catalogue.value };
        const table = await tableOf(await gathered(preview.subjects, question.value, about), about, 'shown');
        const today = dayIn(timeZone, new Date(now()).toISOString());
        return accept({
          ...tableView(table, question.value, catalogue.value, { timeZone, today }),
          open: null,
          events: preview.events,
          since: preview.since,
          limits: limitsOf(question.value),
        });
      },
    }),
    route(ENDPOINTS.createSavedReport, {
      targetInBody: organizationInBody(readModels.organizations),
      input: ({ body: { version, organizationId, ...details } }) => details,
      queue: ({ target: { organizationId } }) => queueOf(organizationId),
      async decide({ body: { version, organizationId: _named, ...details }, target, context: { actor }, command }) {
        const { organizationId } = target;
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        const question = await checked({ ...BLANK_REPORT, ...details }, actor, organizationId);
        if (!question.ok) return question;
        return createDocument(environment, REPORTS, { organizationId, details }, command);
      },
      view: ({ id }) => written(id),
    }),
    route(ENDPOINTS.getSavedReport, {
      target,
      async handle({ query: { version }, context: { actor }, target: { document, catalogue, organizationId } }) {
        const shown = version === undefined ? document : await reports.asOf(document._id, Number(version));
        if (!shown || !maySee(actor, organizationId, shown, catalogue)) {
          return reject('not-found', TEXTS.access.notFound);
        }
        return accept(await viewOf(shown, catalogue));
      },
    }),
    route(ENDPOINTS.getReportResult, {
      target: shownTarget,
      async handle({ target, query: { position }, context, past }) {
        const changed = changedAt(position);
        if (changed === undefined) return unknownNumber('position');
        const [reader, found] = await Promise.all([
          progressReader(context),
          figures(target, { actor: context.actor, past }, 'shown', changed),
        ]);
        if (!found.ok) return found;
        const { document, catalogue, table } = found.value;
        const progress = past ? COMPLETE : progressBeside(table, progressOf(document, catalogue, reader));
        return accept({ report: await viewOf(document, catalogue), progress, table });
      },
    }),
    route(ENDPOINTS.getReportCsv, {
      target: shownTarget,
      async handle({ target, query: { position }, context: { actor }, past, response }) {
        const changed = changedAt(position);
        if (changed === undefined) return unknownNumber('position');
        const found = await figures(target, { actor, past }, 'all', changed);
        if (!found.ok) return found;
        const { document, table } = found.value;
        if (!table) return reject('conflict', TEXT.notBuilt);
        const { name } = document;
        response.setHeader('Content-Disposition', contentDisposition('attachment', `${name}.csv`));
        return accept(await inSlices(reportCsv(table, { name, ...table })));
      },
    }),
    route(ENDPOINTS.getReportApplications, {
      target: shownTarget,
      async handle({ query: { position, first = null, second = null, open }, context: { actor }, past, target }) {
        const changed = position === undefined ? undefined : positions.open(position);
        if (changed === undefined && !past) return unknownNumber('position');
        const found = await members(target, { actor, past }, open ? 'open' : [first, second], Number(changed));
        if (!found.ok) return found;
        const { title, ids } = found.value;
        const { documents: programs } = await readModels.batches.find({ organizationId: target.organizationId });
        const isProgram = new Set(programs.map(({ _id }) => _id));
        return accept({ title, ids: ids.filter((id) => !isProgram.has(id)) });
      },
    }),
    route(ENDPOINTS.getReportProgress, {
      target,
      handle: async ({ target: { document, catalogue }, context }) =>
        accept(progressOf(document, catalogue, await progressReader(context))),
    }),
    route(ENDPOINTS.changeSavedReport, {
      target,
      async decide({ params: { id }, body, context: { actor }, target: { document, organizationId }, command }) {
        const { version = null, ...sent } = body;
        const question = await checked({ ...questionOf(document), ...sent }, actor, organizationId);
        if (!question.ok && asksAnew(sent)) return question;
        return changeDocument(environment, REPORTS, { id, payload: { ...sent, version } }, command);
      },
      view: ({ id }) => written(id),
    }),
    ...(
      [
        [ENDPOINTS.pinReport, true],
        [ENDPOINTS.unpinReport, false],
      ] as const
    ).map(([endpoint, isPinned]) =>
      route(endpoint, {
        target,
        decide: ({ params: { id }, command }) =>
          changeDocument(environment, REPORTS, { id, payload: { isPinned } }, command),
        view: ({ id }) => written(id),
      }),
    ),
    route(ENDPOINTS.deleteSavedReport, {
      // Also a deleted one: a repetition of its deletion has the first answer.
      target: seen,
      decide: ({ params: { id }, command }) => deleteDocument(environment, REPORTS, { id }, command),
      view: () => ({ message: TEXT.deleted }),
    }),
    route(ENDPOINTS.undeleteSavedReport, {
      target: seen,
      queue: ({ target: { organizationId } }) => queueOf(organizationId),
      decide: ({ params: { id }, target: { organizationId }, command }) =>
        undeleteReport(environment, { id, organizationId: organizationId ?? '' }, command),
      view: ({ id }) => written(id),
    }),
    ...kindRoutes(services, KINDS.reports, {
      change: ENDPOINTS.changeSavedReport,
      versions: ENDPOINTS.savedReportVersions,
      restore: ENDPOINTS.restoreSavedReport,
      view: written,
      isSeen: async (unchecked) => (await seen(unchecked)) !== undefined,
    }),
  ];
}

const queueOf = (organizationId: string | null | undefined): string => `a report more of ${organizationId}`;

const isBy = (actor: Actor, createdBy: string | null, organizationId: string): boolean =>
  createdBy !== null && actor.id === createdBy && roleIn(actor, organizationId) !== null;

function unknownNumber(field: string): Result<never> {
  const message = TEXTS.reports.positionUnknown;
  return reject('malformed', message, [{ field, message }]);
}

/** A report whose field is gone can still be renamed and pinned. */
const asksAnew = (sent: Partial<ReportQuestion>): boolean =>
  [sent.events, sent.where, sent.groupBy, sent.measure].some((member) => member !== undefined);

/** The rules of a saved report, for one that is only looked at. */
function cleaned(question: ReportQuestion): Result<ReportQuestion> {
  const decided = REPORTS.aggregate.decide(
    { type: 'Create', data: { organizationId: 'preview', details: { ...BLANK_REPORT, ...question, name: 'Preview' } } },
    REPORTS.aggregate.initial,
    { at: '', actor: { kind: 'system' }, newId: (label) => label },
  );
  if (!decided.ok) return decided;
  const [created] = decided.value;
  return created?.type === 'ReportCreated'
    ? accept(questionOf(created.data.details))
    : reject('refused', TEXT.eventMissing);
}

function limitsOf({ events }: ReportQuestion): string[] {
  return [TEXT.previewNewest, ...(events.includes('ActivityRecorded') ? [TEXT.previewWithoutActivity] : [])];
}
