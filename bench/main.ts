import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAppend } from './append.ts';
import { benchAsOf } from './as-of.ts';
import { benchBusyImport } from './busy-import.ts';
import { benchConfig } from './config.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDynamic } from './dynamic.ts';
import { benchEventStore } from './eventstore.ts';
import { benchFeed } from './feed.ts';
import { benchHttp } from './http.ts';
import { benchJourneyReports } from './journey-reports.ts';
import { benchLanes } from './lanes.ts';
import { benchMillion } from './million.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPeer } from './peer.ts';
import { benchRebuild } from './rebuild.ts';
import { benchReplay } from './replay.ts';
import { describeMachine, loadNow, renderReport } from './report.ts';
import { benchReportNeighbours } from './report-neighbours.ts';
import { benchReports } from './reports.ts';
import { type Row, reaches } from './row.ts';
import { benchSavedReport } from './saved-report.ts';
import { benchSignIn } from './sign-in.ts';
import { cellsOf, HEAD } from './table.ts';
import { benchWeb } from './web.ts';
import { benchWebhooks } from './webhooks.ts';

/** `npm run bench -- append http` runs the named ones, else all; `--write` updates docs/benchmarks.md. */
const BENCHES: Readonly<Record<string, () => Promise<Row[]> | AsyncIterable<Row>>> = {
  append: benchAppend,
  replay: async () => [...(await benchReplay()), ...(await benchSavedReport())],
  rebuild: benchRebuild,
  http: benchHttp,
  dynamic: benchDynamic,
  web: benchWeb,
  dashboard: benchDashboard,
  reports: async () => [...(await benchReports()), ...(await benchJourneyReports())],
  'as-of': benchAsOf,
  config: benchConfig,
  neighbours: async () => [...(await benchNeighbours()), ...(await benchReportNeighbours())],
  lanes: benchLanes,
};
/** Only by name: they take minutes or install packages. */
const ON_DEMAND: typeof BENCHES = {
  'busy-import': benchBusyImport,
  eventstore: benchEventStore,
  feed: benchFeed,
  million: benchMillion,
  peer: benchPeer,
  'sign-in': benchSignIn,
  webhooks: benchWebhooks,
};
const REPORT = join(import.meta.dirname, '../docs/benchmarks.md');
const WIDTHS = [62, -18, -10, -12, -12];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const all = { ...BENCHES, ...ON_DEMAND };
const unknown = positionals.find((name) => !(name in all));
if (unknown !== undefined || (values.write && positionals.some((name) => name in BENCHES))) {
  console.error(
    unknown === undefined
      ? `The report holds all benches: with --write name only what is to join them (${Object.keys(ON_DEMAND).join(', ')}).`
      : `There is no bench ${unknown}. These exist: ${Object.keys(all).join(', ')}.`,
  );
  process.exit(1);
}
const isWanted = (name: string): boolean =>
  positionals.includes(name) || (name in BENCHES && (values.write === true || positionals.length === 0));

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, n) => {
      const width = WIDTHS[n] ?? 0;
      return width > 0 ? cell.padEnd(width) : cell.padStart(-width);
    })
    .join('');

async function* rowsOf(measured: Promise<Row[]> | AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* Symbol.asyncIterator in measured ? measured : await measured;
}

const load = loadNow();
console.log(describeMachine(load));
console.log(line(HEAD));
const rows: Row[] = [];
for (const [name, bench] of Object.entries(all)) {
  if (!isWanted(name)) continue;
  for await (const row of rowsOf(bench())) {
    rows.push(row);
    console.log(line(cellsOf(row)));
  }
}
const missed = rows.filter((row) => reaches(row, row.bar) === false).length;
console.log(missed === 0 ? 'All bars are reached.' : `${missed} below the bar`);
if (values.write) await writeFile(REPORT, renderReport(rows, load));
process.exitCode = missed === 0 ? 0 : 1;
