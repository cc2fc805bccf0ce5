import { PROCESS_EVENTS } from '../../domain/process/events.ts';
import { problemsOf } from '../../domain/report-catalogue/check-report.ts';
import { REPORT_EVENTS } from '../../domain/saved-report/events.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { REPORT_FOLDS_VERSION, type ReportData } from '../../projections/report-folds/report-folds.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import { retrying } from '../../timing/retrying.ts';
import type { DynamicDefinition } from '../dynamic/definition.ts';
import type { Wanted } from '../dynamic/wanted.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { loadCatalogue } from './report-catalogue.ts';

const MODULE = new URL('../../projections/report-folds/report-folds.ts', import.meta.url).href;
export const SAVED_REPORTS = 'saved reports';
/** Room for versions of the folds between two versions of a report. */
const VERSIONS_OF_FOLDS = 1000;
const BACKOFF = { first: 1000 };
const CHANGING: ReadonlySet<string> = new Set([...REPORT_EVENTS, ...PROCESS_EVENTS].map(({ type }) => type));

export const projectionNameOf = (reportId: string): string => `report-${reportId}`;

export function reportDefinition(document: ReportDocument): DynamicDefinition {
  const { _id, organizationId, definition } = document;
  const data: ReportData = { question: questionOf(document), definition };
  return {
    name: projectionNameOf(_id),
    version: (definition + 1) * VERSIONS_OF_FOLDS + REPORT_FOLDS_VERSION,
    module: MODULE,
    data,
    indexes: ['changed'],
    organization: organizationId,
    until: null,
  };
}

export interface SavedReports {
  /** Ids of reports that are beyond the limits of the dynamic projections. */
  readonly refused: ReadonlySet<string>;
  /** How many this process has seen: figures from before one must not be shown. */
  readonly erasures: number;
  stop(): void;
}

/**
 * Keeps the dynamic projections in step with the saved reports, in every process. A report whose fields are gone or have
 * become personal is not built, and what was built of it is dropped.
 */
export function keepSavedReports({
  engine,
  readModels,
  wanted,
  onProblem,
}: {
  readonly engine: Pick<Engine, 'events$' | 'unseen$' | 'whenReady'>;
  readonly readModels: Pick<ReadModels, 'reports' | 'processes' | 'batches' | 'assessments' | 'paymentModels'>;
  readonly wanted: Wanted;
  readonly onProblem: (message: string, error: unknown) => void;
}): SavedReports {
  const stopping = new AbortController();
  const refused = new Set<string>();
  let isDue = true;
  let isRunning = false;
  let erasures = 0;

  async function renew(): Promise<void> {
    const { documents } = await readModels.reports.find({ isDeleted: false });
    const bySchool = Map.groupBy(documents, ({ organizationId }) => organizationId);
    const sound = await Promise.all(
      [...bySchool].map(async ([organizationId, some]) => {
        const catalogue = await loadCatalogue(organizationId, readModels);
        return some.filter((document) => problemsOf(document, catalogue).length === 0);
      }),
    );
    const inOrder = sound.flat().toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    const beyond = wanted.set(SAVED_REPORTS, inOrder.map(reportDefinition));
    const names = new Set(beyond.map(({ name }) => name));
    refused.clear();
    for (const { _id } of inOrder) if (names.has(projectionNameOf(_id))) refused.add(_id);
  }

  async function run(): Promise<void> {
    await engine.whenReady();
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      await retrying(stopping.signal, BACKOFF, renew, (error) => onProblem('The saved reports cannot be read', error));
    }
  }
  const start = () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
      if (isDue && !stopping.signal.aborted) start();
    });
  };
  const pages = engine.events$.subscribe(({ events }) => {
    if (events.some(({ type }) => type === 'PersonalDataErased')) erasures += 1;
    if (events.some(({ type }) => CHANGING.has(type))) start();
  });
  const unseen = engine.unseen$.subscribe(start);
  start();
  return {
    refused,
    get erasures() {
      return erasures;
    },
    stop() {
      stopping.abort();
      pages.unsubscribe();
      unseen.unsubscribe();
    },
  };
}
