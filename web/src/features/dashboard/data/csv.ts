import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { CORE_ANSWERS } from '../../../../../domain/application/core-fields.ts';

const PHONE = /^\+[\d ()-]+$/;
/** Also after blanks, which some programs drop, and in full-width forms, which others treat as equal. */
const FORMULA = /^(?:\t|[\s\u200b]*[=+\-@＝＋－＠])/;

/** A spreadsheet would run a formula, so its cell gets an apostrophe; phone numbers stay unchanged. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `source / medium / campaign / content` without empty parts. */
export function trackingText(tracking: ApplicationView['tracking']): string {
  const { source, medium, campaign, content } = tracking ?? {};
  return [source, medium, campaign, content].filter(Boolean).join(' / ');
}

const pad = (value: number) => String(value).padStart(2, '0');
function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

const COLUMNS: readonly (readonly [string, (application: ApplicationView) => unknown])[] = [
  ['Tracking number', ({ trackingNumber }) => trackingNumber ?? 'inactive'],
  ['Status', ({ status }) => status],
  ...Object.entries(CORE_ANSWERS).map(
    ([name, { label }]) => [label, (application: ApplicationView) => application[name]] as const,
  ),
  ['Initial application date', ({ createdAt }) => dayOf(createdAt)],
  ['Scores', ({ assessmentScores }) => assessmentScores?.map(({ score }) => score ?? '-').join('; ')],
  ['Tracking', ({ tracking }) => trackingText(tracking)],
];

export const BYTE_ORDER_MARK = '\uFEFF';

/** One row for each application: UTF-8 with a byte order mark, CRLF (RFC 4180). */
export function toCsv(applications: readonly ApplicationView[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...applications.map((application) => COLUMNS.map(([, read]) => read(application))),
  ];
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
