import type { ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import { usesAdminOnly } from '../../domain/report-catalogue/check-report.ts';
import { sentenceOf } from '../../domain/report-catalogue/sentence.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { SavedReport } from '../contract/saved-reports.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type Emails, emailsOf } from './changes.ts';

type Users = Pick<ReadModels, 'users' | 'apiTokens'>;

export const authorsOf = (reports: readonly ReportDocument[], readModels: Users): Promise<Emails> =>
  emailsOf(
    reports.flatMap(({ definedBy }) => definedBy ?? []),
    readModels,
  );

export function reportView(document: ReportDocument, catalogue: ReportCatalogue, authors: Emails): SavedReport {
  const { _pos, isDeleted, definition, former, definedBy, ...shown } = document;
  return {
    ...shown,
    sentence: sentenceOf(document, catalogue),
    isAdminOnly: usesAdminOnly(document, catalogue),
    definedBy: definedBy === null ? null : { email: authors.get(definedBy) ?? null },
  };
}
