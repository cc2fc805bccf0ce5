import type { ResponseOf } from '../../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../../api/contract/endpoints.ts';
import { csvFile } from '../../../../../domain/text/csv.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { normalizeEmail } from '../../../../../domain/values/email.ts';
import type { Prepared, PreparedRow } from './prepare-rows.ts';
import type { Sheet } from './read-spreadsheet.ts';
import type { Target } from './suggest-columns.ts';

export type Answer = ResponseOf<Endpoints['previewImport']>[number];

export interface RowResult {
  readonly prepared: PreparedRow;
  readonly outcome: 'new' | 'duplicate' | 'error';
  /** Empty for a new one. */
  readonly reasons: readonly string[];
}

export interface Counts {
  readonly added: number;
  readonly duplicates: number;
  readonly errors: number;
}

/** In the file's order: each row that was refused here or has an answer. */
export function resultsOf(
  { rows }: Prepared,
  answers: ReadonlyMap<number, Answer>,
  targets: readonly Target[],
): readonly RowResult[] {
  const labels = new Map([...targets.map(({ name, label }) => [name, label] as const), ['status', 'Status']]);
  const words = ({ field, message }: { readonly field: string; readonly message: string }) =>
    field === '' ? message : `${labels.get(field) ?? field}: ${message}`;
  const seen = new Set<string>();
  return rows.flatMap((prepared): RowResult[] => {
    if (prepared.errors.length > 0) return [{ prepared, outcome: 'error', reasons: prepared.errors.map(words) }];
    const answer = answers.get(prepared.sent.row);
    if (!answer) return [];
    const email = normalizeEmail(prepared.sent.values.email ?? '');
    // A call sees only its own rows.
    if (answer.outcome !== 'refused' && seen.has(email))
      return [{ prepared, outcome: 'duplicate', reasons: [TEXTS.bulk.emailTwice] }];
    if (answer.outcome === 'imported') {
      seen.add(email);
      return [{ prepared, outcome: 'new', reasons: [] }];
    }
    if (answer.outcome === 'duplicate') return [{ prepared, outcome: 'duplicate', reasons: [answer.reason ?? ''] }];
    const reasons = answer.errors.length > 0 ? answer.errors.map(words) : [answer.reason ?? ''];
    return [{ prepared, outcome: 'error', reasons }];
  });
}

/** The required questions that new applicants leave without an answer, and how many of them do. */
export function unansweredIn(
  results: readonly RowResult[],
  targets: readonly Target[],
): readonly { readonly label: string; readonly rows: number }[] {
  const added = results.filter(({ outcome }) => outcome === 'new');
  return targets
    .filter(({ isExpected }) => isExpected)
    .map(({ name, label }) => ({
      label,
      rows: added.filter(({ prepared }) => prepared.sent.values[name] === undefined).length,
    }))
    .filter(({ rows }) => rows > 0);
}

export function countsOf(results: readonly RowResult[]): Counts {
  const count = (wanted: RowResult['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  return { added: count('new'), duplicates: count('duplicate'), errors: count('error') };
}

/** The rows that were not imported, with the columns of their file and the reason. */
export function failedRowsCsv({ columns }: Sheet, results: readonly RowResult[]): string {
  const failed = results.filter(({ outcome }) => outcome !== 'new');
  return csvFile([
    [...columns.map(({ title }) => title), 'Reason'],
    ...failed.map(({ prepared: { sheetRow }, reasons }) => [
      ...columns.map(({ index }) => sheetRow.cells[index] ?? ''),
      reasons.join(' '),
    ]),
  ]);
}
