import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { ReportDetails } from '../../domain/saved-report/details.ts';
import type { ReportEvent } from '../../domain/saved-report/events.ts';
import { report } from '../../domain/saved-report/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';

/** Each saved report is a read model of its own, so a school has few of them. */
export const REPORTS: ConfiguredKind<ReportDetails, ReportEvent> = {
  aggregate: report,
  limit: { most: QUOTAS.organization.reports, message: TEXTS.savedReports.tooMany(QUOTAS.organization.reports) },
};
