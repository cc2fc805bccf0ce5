import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { ReportDetails } from '../../domain/saved-report/details.ts';
import type { ReportEvent } from '../../domain/saved-report/events.ts';
import { report } from '../../domain/saved-report/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';

/** A saved report has its own read model, so a school may have only a few. */
export const REPORTS: ConfiguredKind<ReportDetails, ReportEvent> = {
  aggregate: report,
  limit: { most: QUOTAS.organization.reports, message: TEXTS.savedReports.tooMany(QUOTAS.organization.reports) },
};
