import type { Actor } from '../../domain/access/actor.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { problemsOf } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { isAboutProgram } from '../../domain/saved-report/event-catalogue.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn } from '../../domain/values/days.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { Services } from '../composition/services.ts';
import type { SavedReport, SavedReportResult } from '../contract/saved-reports.ts';
import type { Pin } from '../http/positions.ts';
import type { Target } from '../http/route.ts';
import { paceOfRequest } from '../runtime/requests-under-way.ts';
import { createPastResults } from '../saved-reports/past-results.ts';
import { maySee } from '../saved-reports/report-catalogue.ts';
import { createReportResults, type Result as ReportResult } from '../saved-reports/report-results.ts';
import {
  type Groups,
  membersIn,
  type NumberIn,
  type TableOptions,
  tableOf,
  tableView,
  titleOf,
} from '../saved-reports/report-table.ts';
import { projectionNameOf } from '../saved-reports/saved-reports.ts';
import { catalogueThen } from '../views/catalogue-then.ts';
import { notesAbout } from '../views/notes-view.ts';
import { authorsOf, reportView } from '../views/report-view.ts';

export interface ReportTarget extends Target {
  readonly organizationId: string;
  readonly document: ReportDocument;
  readonly catalogue: ReportCatalogue;
}

interface Reader {
  readonly actor: Actor;
  readonly past: Pin | undefined;
}

/** A report whose figures are shown, with the names and the zone that they are shown in. */
interface Shown extends TableOptions {
  readonly document: ReportDocument;
  readonly question: ReportQuestion;
}

/** `isFormer`: of the question before the present one. */
interface Place {
  readonly position: string;
  readonly at: number;
  readonly isFormer?: boolean;
  readonly isPast?: boolean;
}

interface ReportAnswer {
  readonly document: ReportDocument;
  readonly catalogue: ReportCatalogue;
  readonly table: SavedReportResult['table'];
}

interface Behind {
  readonly title: string;
  readonly ids: readonly string[];
}

const TEXT = TEXTS.savedReports;

/** The figures of saved reports and the applications behind them, of today or as of a position. */
export function createReportAnswers(services: Services) {
  const { readModels, dynamic, savedReports, positions, log, requests, now } = services;
  const { reports, organizations } = readModels;
  const pace = paceOfRequest(requests.counts);
  const results = createReportResults({ dynamic, reports, savedReports, pace });
  const pastResults = createPastResults({ log, readModels, dynamic, savedReports, pace });

  const zoneOf = async (organizationId: string): Promise<string> =>
    (await organizations.get(organizationId))?.timeZone ?? 'UTC';

  const viewOf = async (document: ReportDocument, catalogue: ReportCatalogue): Promise<SavedReport> =>
    reportView(document, catalogue, await authorsOf([document], readModels));

  async function tableAnswer(
    { document, question, catalogue, timeZone }: Shown,
    table: ReportResult['table'],
    { position, at, isFormer = false, isPast = false }: Place,
  ): Promise<NonNullable<SavedReportResult['table']>> {
    const { _id: id, organizationId, definition } = document;
    const { edition, definedAt, definedBy } = await viewOf(document, catalogue);
    const iso = new Date(at).toISOString();
    return {
      ...tableView(table, question, catalogue, { timeZone, today: dayIn(timeZone, iso), isPast }),
      position,
      at: iso,
      definition,
      edition,
      definedAt,
      definedBy,
      isFormer,
      hasApplications: !question.events.every(isAboutProgram),
      notes: await notesAbout(readModels, [projectionNameOf(id)], organizationId),
    };
  }

  async function tableNow(
    { document, catalogue, organizationId }: ReportTarget,
    actor: Actor,
    groups: Groups,
    changed: number | null,
  ): Promise<SavedReportResult['table']> {
    const about = { timeZone: await zoneOf(organizationId), catalogue };
    const read =
      groups === 'all' ? results.readWhole(document, about, changed) : results.read(document, about, changed);
    const result = await read;
    if (!result || !maySee(actor, organizationId, result.question, catalogue)) return null;
    const { asked, question, table } = result;
    const isFormer = asked.definition !== document.definition;
    const shown = { ...about, document: isFormer ? asked : document, question };
    return tableAnswer(shown, table, { position: positions.name(BigInt(result.changed)), at: now(), isFormer });
  }

  /** Names and zone are those of then; what a report may use is decided by today's fields and rights. */
  async function reportThen(about: ReportTarget, actor: Actor, past: Pin): Promise<Result<Shown>> {
    const { document: today, organizationId, catalogue: ofToday } = about;
    const document = await reports.asOf(today._id, past.position);
    if (!document || document.isDeleted || !maySee(actor, organizationId, document, ofToday)) {
      return reject('not-found', TEXTS.access.notFound);
    }
    if (problemsOf(document, ofToday).length > 0) return reject('conflict', TEXT.notThen);
    const [catalogue, organization] = await Promise.all([
      catalogueThen(ofToday, organizationId, past, readModels),
      organizations.asOf(organizationId, past.position),
    ]);
    const timeZone = organization?.timeZone ?? (await zoneOf(organizationId));
    return accept({ document, question: questionOf(document), catalogue, timeZone });
  }

  return {
    zoneOf,
    viewOf,

    /** `changed`: the position of the result that is wanted, while that is known. */
    async figures(
      about: ReportTarget,
      { actor, past }: Reader,
      groups: Groups,
      changed: number | null = null,
    ): Promise<Result<ReportAnswer>> {
      const { document, catalogue } = about;
      if (!past) return accept({ document, catalogue, table: await tableNow(about, actor, groups, changed) });
      const shown = await reportThen(about, actor, past);
      if (!shown.ok) return shown;
      const all = await pastResults.gather(shown.value.document, shown.value, past);
      if (!all.ok) return all;
      const table = await tableOf(all.value, shown.value, groups);
      const place = { position: positions.pin(past), at: past.at, isPast: true };
      return accept({ ...shown.value, table: await tableAnswer(shown.value, table, place) });
    },

    /** `changed`: the position of the answer with that number, unless it is one of the past. */
    async members(
      about: ReportTarget,
      { actor, past }: Reader,
      number: NumberIn,
      changed: number,
    ): Promise<Result<Behind>> {
      const { document, organizationId, catalogue } = about;
      if (past) {
        const shown = await reportThen(about, actor, past);
        if (!shown.ok) return shown;
        const all = await pastResults.gather(shown.value.document, shown.value, past);
        if (!all.ok) return all;
        const ids = await membersIn(all.value, number, shown.value);
        if (ids === null) return reject('conflict', TEXT.numberUnknown);
        const named = { table: await tableOf(all.value, shown.value, 'shown'), question: shown.value.question };
        return accept({ title: titleOf(shown.value.document.name, named, shown.value.catalogue, number), ids });
      }
      const options = { timeZone: await zoneOf(organizationId), catalogue };
      const found = await results.members(document, options, { changed, in: number });
      if (found === null || (found && !maySee(actor, organizationId, found.question, catalogue))) {
        return reject('conflict', TEXT.notBuilt);
      }
      if (found === undefined) return reject('conflict', TEXT.numberChanged);
      return accept({ title: titleOf(document.name, found, catalogue, number), ids: found.ids });
    },
  };
}
