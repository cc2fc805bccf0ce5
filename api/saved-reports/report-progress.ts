import type { ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { problemsOf } from '../../domain/report-catalogue/check-report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Fault, ProjectionStatus } from '../../projections/engine/status.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { ReportProgress } from '../contract/saved-reports.ts';
import { projectionNameOf, type SavedReports } from './saved-reports.ts';

const TEXT = TEXTS.savedReports;
const MOST_OF_ERROR = 300;

const NO_BUILD = { share: null, secondsLeft: null, events: null };
const BEGINNING: ReportProgress = { ...NO_BUILD, state: 'building', problem: null };
export const COMPLETE: ReportProgress = { ...NO_BUILD, state: 'live', problem: null };

export interface ProgressReader {
  readonly statuses: readonly ProjectionStatus[];
  readonly refused: SavedReports['refused'];
  /** May see the activity of the whole portal. */
  readonly seesEvents: boolean;
}

export function progressOf(
  report: ReportDocument,
  catalogue: ReportCatalogue,
  { statuses, refused, seesEvents }: ProgressReader,
): ReportProgress {
  const stopped = (message: string, next: string, event: string | null = null): ReportProgress => ({
    ...NO_BUILD,
    state: 'stopped',
    problem: { message, event, next },
  });
  const [problem] = problemsOf(report, catalogue);
  if (problem) return stopped(problem.message, TEXT.nextChange);
  if (refused.has(report._id)) return stopped(TEXT.portalFull, TEXT.nextDelete);
  const status = statuses.find(({ name }) => name === projectionNameOf(report._id));
  if (!status) return BEGINNING;
  if (status.fault) return stopped(faultText(status.fault), TEXT.nextFault, status.fault.eventType || null);
  const [quarantined] = status.quarantined.documents;
  if (quarantined) return stopped(faultText(quarantined), TEXT.nextFault, quarantined.eventType);
  if (status.state !== 'building') return COMPLETE;
  const build = status.rebuild;
  return {
    state: 'building',
    share: build?.share ?? null,
    secondsLeft: build ? Math.ceil(build.etaMs / 1000) : null,
    events: build && seesEvents ? { done: build.done, total: build.total, perSecond: build.eventsPerSecond } : null,
    problem: null,
  };
}

/** Without figures a report is not complete: the build may have ended after they were read. */
export const progressBeside = (table: object | null, progress: ReportProgress): ReportProgress =>
  table === null && progress.state === 'live' ? BEGINNING : progress;

const faultText = ({ error }: Fault): string => error.slice(0, MOST_OF_ERROR);
