import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { CORE_ANSWERS } from '../../../../../domain/application/core-fields.ts';
import { csvFile } from '../../../../../domain/text/csv.ts';
import { appliedAt } from '../../../shared/application/applied-at.ts';
import { localDay } from '../../../shared/dates/day.ts';
import { noteColumn } from '../../../shared/reports/note-column.ts';

/** `source / medium / campaign / content` without empty parts. */
export function trackingText(tracking: ApplicationView['tracking']): string {
  const { source, medium, campaign, content } = tracking ?? {};
  return [source, medium, campaign, content].filter(Boolean).join(' / ');
}

const COLUMNS: readonly (readonly [string, (application: ApplicationView) => unknown])[] = [
  ['Tracking number', ({ trackingNumber }) => trackingNumber ?? 'inactive'],
  ['Status', ({ status }) => status],
  ...Object.entries(CORE_ANSWERS).map(
    ([name, { label }]) => [label, (application: ApplicationView) => application[name]] as const,
  ),
  ['Initial application date', (application) => localDay(appliedAt(application))],
  ['Scores', ({ assessmentScores }) => assessmentScores?.map(({ score }) => score ?? '-').join('; ')],
  ['Tracking', ({ tracking }) => trackingText(tracking)],
];

export function toCsv(applications: readonly ApplicationView[], notes: readonly string[]): string {
  const about = noteColumn(notes);
  return csvFile([
    [...COLUMNS.map(([title]) => title), ...Object.keys(about)],
    ...applications.map((application) => [...COLUMNS.map(([, read]) => read(application)), ...Object.values(about)]),
  ]);
}
