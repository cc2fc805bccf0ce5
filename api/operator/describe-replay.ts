import { csvFile } from '../../domain/text/csv.ts';
import { visibleText } from '../../domain/text/visible.ts';
import type { Replayed, ReplayOptions } from '../projection-files/replay.ts';

export const REPLAY_FORMATS = ['table', 'csv', 'json'] as const;
type ReplayFormat = (typeof REPLAY_FORMATS)[number];

/** The options of `intake replay` as typed. */
export interface ReplayWords {
  readonly from?: string;
  readonly to?: string;
  readonly organization?: string;
  readonly out: ReplayFormat;
  readonly memory: number;
  readonly personal?: boolean;
}

export const replayOptions = (file: string, words: ReplayWords): ReplayOptions => ({
  file,
  from: words.from ?? null,
  to: words.to ?? null,
  organization: words.organization ?? null,
  isPersonal: words.personal ?? false,
  maxHeapMb: words.memory,
});

const whole = (count: number): string => count.toLocaleString('en');

export const describeReplayed = ({ projection, read, applied, skipped, seconds }: Replayed): string =>
  `${projection}: read ${whole(read)} events, applied ${whole(applied)}, skipped ${whole(skipped)}, in ${seconds.toFixed(1)} s.`;

export function describeRows(rows: readonly object[], format: ReplayFormat): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cellOf((row as Record<string, unknown>)[column])));
  if (format === 'csv') return csvFile([columns, ...lines]);
  return rows.length === 0 ? 'No rows.\n' : tableOf(columns, lines);
}

const cellOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');

function tableOf(columns: readonly string[], lines: readonly (readonly unknown[])[]): string {
  const texts = [columns, ...lines].map((line) => line.map((cell) => visibleText(String(cell))));
  const widths = columns.map((_, at) => texts.reduce((width, line) => Math.max(width, line[at]?.length ?? 0), 0));
  const areNumbers = columns.map((_, at) => lines.every((line) => typeof line[at] === 'number' || line[at] === ''));
  const padded = (text: string, at: number) =>
    areNumbers[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return `${texts.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')}\n`;
}
