import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportFigure, SavedReportResult } from '../../api/contract/saved-reports.ts';
import type { Client } from '../support/client.ts';
import { whenBuilt } from '../support/reports.ts';
import { answers, createSchool, freshEmail } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Path = ((at: readonly number[] | 'open') => string) | null;
interface Plotted {
  readonly scale: string;
  readonly series: readonly { readonly counts: readonly (number | null)[] }[];
  readonly drawing: { readonly onPoint?: (series: number, place: number) => void };
}
/** Code of the page, by its name: its types are those of a browser, which this program does not have. */
const load = (name: string) => import(name);
const page = (file: string) => load(join(import.meta.dirname, '../../web/src/features/reports/saved', file));
const { createElement } = await load('react');
const { renderToStaticMarkup } = await load('react-dom/server');
const { MemoryRouter } = await load('react-router');
const { FiguresTable } = await page('figures-table.tsx');
const { numberPathOf }: { numberPathOf: (result: SavedReportResult, asOf: string | null) => Path } =
  await page('number-path.ts');
const {
  plotOf,
  figureText,
  titleOf,
}: {
  plotOf: (table: Table, options: object) => Plotted | null;
  figureText: (unit: Table['unit'], value: number | null) => string;
  titleOf: (bucket: Table['axes'][number]['buckets'][number]) => string;
} = await page('report-plot.ts');

const HOUR_MS = 3_600_000;
const APPLICATIONS = 12;
const MEMBERS = 'members';

let server: TestServer;
let clock = Date.UTC(2026, 2, 2, 1);
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => clock });
});
afterAll(() => server.close());

const day = { kind: 'time', unit: 'day', clock: 'recorded' } as const;
const by = (field: string) => ({ kind: 'field', field, when: 'today' }) as const;
const status = by('application.status');
const CONTRACTS = { events: ['StatusChanged'], where: [{ field: 'data.to', values: ['CONTRACT SENT'] }] };
const QUESTIONS = [
  { name: 'Bars stacked by day', events: ['ApplicationSubmitted'], groupBy: [day, status] },
  { name: 'Bars of sources', events: ['ApplicationSubmitted'], groupBy: [by('application.source')] },
  {
    ...{ name: 'Bars beside each other', events: ['ApplicationSubmitted', 'StatusChanged'] },
    ...{ groupBy: [by('application.source'), status], measure: { kind: 'applications' } },
  },
  {
    ...{ name: 'Lines of medians', ...CONTRACTS, groupBy: [day, by('application.source')] },
    measure: { kind: 'median', from: { event: 'ApplicationSubmitted', status: null } },
  },
] as const;

type Table = NonNullable<SavedReportResult['table']>;
interface Cell {
  readonly text: string;
  /** What its link asks for. */
  readonly question: Readonly<Record<string, string>> | null;
}

const questionIn = (address: string) =>
  Object.fromEntries(new URLSearchParams(new URL(address, server.url).searchParams.get(MEMBERS) ?? ''));

/** The table as the page shows it: without its head, the last row and column are totals. */
function tableShown(result: SavedReportResult, asOf: string | null): readonly (readonly Cell[])[] {
  const { table, report } = result;
  if (!table) throw new Error('There are no figures');
  const shown = createElement(FiguresTable, { table, caption: report.name, path: numberPathOf(result, asOf) });
  const html: string = renderToStaticMarkup(createElement(MemoryRouter, null, shown));
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']): Cell => {
      const address = /href="([^"]+)"/.exec(cell)?.[1]?.replaceAll('&amp;', '&');
      return { text: cell.replaceAll(/<[^>]+>/g, ''), question: address === undefined ? null : questionIn(address) };
    }),
  );
  return rows.slice(1);
}

const MEASURES: readonly string[] = ['Count', 'Applications', 'Median hours'];

/** The figures of the file by the labels of their groups, with the total. */
function figuresInFile(csv: unknown): ReadonlyMap<string, string> {
  const [head = '', ...lines] = String(csv).split('\r\n');
  const place = head.split(',').findIndex((title) => MEASURES.includes(title));
  const end = lines.findIndex((line) => line.startsWith('Total,'));
  const rows = lines.slice(0, end + 1).map((line) => line.split(','));
  return new Map(rows.map((values) => [values.slice(0, place).join(), values[place] ?? '']));
}

async function expectOneResult(client: Client, id: string, asOf: string | null): Promise<number> {
  const query: Record<string, string> = asOf === null ? {} : { asOf };
  const { body: result } = await client.call('getReportResult', { params: { id }, query });
  const table = result.table as Table;
  const file = await client.call('getReportCsv', {
    params: { id },
    query: asOf === null ? { position: table.position } : query,
  });
  expect(file.body).toContain(`Position,${table.position}`);
  const lines = figuresInFile(file.body);
  const rows = tableShown(result, asOf);
  const [first, second] = table.axes;
  const buckets = first?.buckets ?? [];
  const columns = second?.buckets ?? [];
  const path = numberPathOf(result, asOf);
  let clicked: readonly number[] = [];
  const plot = plotOf(table, {
    isLine: false,
    width: 'wide',
    tooltipClass: '',
    onNumber: (at: readonly number[]) => (clicked = at),
  });
  const divisor = plot?.scale === 'Median days' ? 24 * HOUR_MS : HOUR_MS;
  const isMedian = table.unit === 'milliseconds';
  const empty: ReportFigure = { value: isMedian ? null : 0, n: 0 };
  const cellAt = (...at: number[]) => table.cells.find((cell) => cell.at.join() === at.join()) ?? empty;
  const inFile = ({ value }: ReportFigure) => (value === null ? '' : String(isMedian ? value / HOUR_MS : value));
  const drawn = ({ value }: ReportFigure) =>
    value === null ? null : isMedian ? Math.round((value / divisor) * 10) / 10 : value;
  let opened = 0;
  const expectSame = async (figure: ReportFigure, cell: Cell | undefined) => {
    expect(cell?.text).toBe(figureText(table.unit, figure.value));
    expect(cell?.question === null).toBe(figure.n === 0);
    if (!cell?.question) return;
    const { savedReport, ...asked } = cell.question;
    expect(savedReport).toBe(id);
    const { body } = await client.call('getReportApplications', { params: { id }, query: asked });
    expect([cell, body.ids.length]).toEqual([cell, figure.n]);
    opened += 1;
  };
  for (const [row, bucket] of buckets.entries()) {
    expect(rows[row]?.[0]?.text).toBe(titleOf(bucket));
    const whole = first?.figures[row] ?? empty;
    await expectSame(whole, rows[row]?.[1 + columns.length]);
    if (!second) {
      expect([bucket.label, lines.get(bucket.label)]).toEqual([bucket.label, inFile(whole)]);
      expect(plot?.series[0]?.counts[row]).toBe(drawn(whole));
    }
    for (const [column, { label }] of columns.entries()) {
      const figure = cellAt(row, column);
      const cell = rows[row]?.[1 + column];
      await expectSame(figure, cell);
      const name = `${bucket.label},${label}`;
      expect([name, lines.get(name) ?? inFile(empty)]).toEqual([name, inFile(figure)]);
      expect(plot?.series[column]?.counts[row]).toBe(drawn(figure));
      if (!cell?.question) continue;
      plot?.drawing.onPoint?.(column, row);
      expect(questionIn(path?.(clicked) ?? '')).toEqual(cell.question);
    }
  }
  const foot = rows.at(-1);
  for (const [column, figure] of (second?.figures ?? []).entries()) await expectSame(figure, foot?.[1 + column]);
  await expectSame(table.total, foot?.[1 + columns.length]);
  expect(lines.get(['Total', ...(second ? [''] : [])].join())).toBe(inFile(table.total));
  if (table.open) {
    const { savedReport: _, ...asked } = questionIn(path?.('open') ?? '');
    const { body } = await client.call('getReportApplications', { params: { id }, query: asked });
    expect(body.ids).toHaveLength(table.open);
  }
  return opened;
}

test('chart, table, file, answer and the lists behind the numbers have the same figures, now and as of a moment', async () => {
  const school = await createSchool(server, 'five-answers');
  const { Owner } = school.staff;
  const ids: string[] = [];
  for (let n = 0; n < APPLICATIONS; n += 1) {
    clock += 7 * HOUR_MS;
    const tracking = { source: ['Facebook', 'A friend', null][n % 3] ?? null };
    const body = { batchId: school.batches.Open, tracking, ...answers(freshEmail()) };
    ids.push((await server.client().call('submitApplication', { body })).body._id);
  }
  for (const [n, id] of ids.entries()) {
    clock += 5 * HOUR_MS;
    if (n % 4 === 3) continue;
    const to = n % 2 === 0 ? 'CONTRACT SENT' : 'INTERVIEW PENDING';
    await Owner.call('changeApplication', { params: { id }, body: { status: to } });
  }
  const reportIds: string[] = [];
  for (const body of QUESTIONS) {
    const { status: code, body: made, problem } = await Owner.call('createSavedReport', { body: body as never });
    expect([code, problem?.message]).toEqual([200, problem?.message]);
    reportIds.push(made._id);
  }
  for (const id of reportIds) {
    await whenBuilt(Owner, id);
    expect(await expectOneResult(Owner, id, null)).toBeGreaterThan(2);
  }
  const { position } = (await Owner.call('getAsOf', { query: { at: new Date(clock).toISOString() } })).body;
  clock += HOUR_MS;
  for (const id of ids.slice(0, 5))
    await Owner.call('changeApplication', { params: { id }, body: { status: 'WITHDRAWN' } });
  for (const id of reportIds) expect(await expectOneResult(Owner, id, position)).toBeGreaterThan(2);
});
