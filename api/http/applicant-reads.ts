import { MASS_READ } from '../../domain/security-log/kinds.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { Serialised } from './serialised.ts';

type RowsOf = (value: unknown) => number;

const listed: RowsOf = (value) => (value instanceof Serialised ? value.rows : (value as readonly unknown[]).length);
const counted: RowsOf = (value) => (value as { readonly ids: readonly unknown[] }).ids.length;
const changed: RowsOf = (value) => (value as { readonly persons?: readonly unknown[] }).persons?.length ?? 0;
/** Also the total. */
const grouped: RowsOf = (value) => {
  const { table } = value as { readonly table: { readonly cells: readonly unknown[] } | null };
  return table ? table.cells.length + 1 : 0;
};
const previewed: RowsOf = (value) => (value as { readonly cells: readonly unknown[] }).cells.length + 1;
const sent: RowsOf = (value) => (value as { readonly messages: readonly unknown[] }).messages.length;
const lines: RowsOf = (value) => (value as string).split('\n').length;

/** Answers with many applicants of a school. */
const LISTS: ReadonlyMap<Endpoint, RowsOf> = new Map<Endpoint, RowsOf>([
  [ENDPOINTS.listApplications, listed],
  [ENDPOINTS.searchApplicants, listed],
  [ENDPOINTS.listBookedAccounts, listed],
  [ENDPOINTS.listAudit, listed],
  [ENDPOINTS.pullEvents, listed],
  [ENDPOINTS.reportMembers, counted],
  [ENDPOINTS.getReportApplications, counted],
  [ENDPOINTS.whatIf, changed],
  [ENDPOINTS.whatIfMembers, counted],
  [ENDPOINTS.listWebhookMessages, sent],
]);

/** Figures of groups, which may be as small as one applicant. */
const FIGURES: ReadonlyMap<Endpoint, RowsOf> = new Map<Endpoint, RowsOf>([
  [ENDPOINTS.getReportResult, grouped],
  [ENDPOINTS.getReportCsv, lines],
  [ENDPOINTS.previewReport, previewed],
]);

const OF_ONE: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ENDPOINTS.getApplication,
  ENDPOINTS.getApplicationHistory,
  ENDPOINTS.listMessages,
  ENDPOINTS.getMessage,
  ENDPOINTS.listPaymentAccounts,
  ENDPOINTS.listSolutions,
  ENDPOINTS.getSolution,
  ENDPOINTS.download,
  ENDPOINTS.previewEmailTemplate,
  ENDPOINTS.getWebhookMessage,
]);

/** They answer the whole application, so one that changes nothing is a read of it. */
const CHANGES_OF_ONE: ReadonlySet<Endpoint> = new Set<Endpoint>([ENDPOINTS.changeApplication]);

export const listsApplicants = (endpoint: Endpoint): boolean => LISTS.has(endpoint);

export const isMassRead = (endpoint: Endpoint, value: unknown): boolean =>
  (LISTS.get(endpoint)?.(value) ?? 0) >= MASS_READ.rows;

/** What an answer adds to the limits of a member. Undefined for all but reads of applicants' data. */
export function readIn(
  endpoint: Endpoint,
  isUnchanged = false,
): { readonly unit: 'rows' | 'calls'; readonly amountOf: RowsOf } | undefined {
  if (OF_ONE.has(endpoint) || (isUnchanged && CHANGES_OF_ONE.has(endpoint)))
    return { unit: 'calls', amountOf: () => 1 };
  const amountOf = LISTS.get(endpoint) ?? FIGURES.get(endpoint);
  return amountOf && { unit: 'rows', amountOf };
}
