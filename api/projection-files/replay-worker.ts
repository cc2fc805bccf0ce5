import { parentPort, workerData } from 'node:worker_threads';
import { cutText } from '../../domain/text/cut-text.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import {
  createRouter,
  type FoldedDocument,
  foldedInto,
  type Router,
  routeAll,
} from '../../projections/engine/routing.ts';
import { AT_MODULE, during, whileLoading } from '../dynamic/fold-watch.ts';
import { guardImports } from './import-guard.ts';
import { type LoadedFile, loadProjectionFile } from './load-projection-file.ts';
import type { ReplayOrder, ReplayReport, ThreadOrder } from './replay-protocol.ts';

const { url, folder, watch, organization } = workerData as ThreadOrder;
const SLOT = 1;
const ROWS_PER_MESSAGE = 1000;
const MAX_LINE = 500;

const port = parentPort;
if (!port) throw new Error('This file is a thread');
const post = (report: ReplayReport) => port.postMessage(report);

guardImports(folder);
// A fold needs no I/O: without these names it reaches nothing, and the process lacks the rights anyway.
for (const name of ['process', 'fetch', 'WebSocket', 'EventSource', 'navigator'])
  Reflect.deleteProperty(globalThis, name);

const documents = new Map<string, FoldedDocument>();
let route: Router = () => [];

function apply(event: RecordedEvent): boolean {
  const steps = routeAll(route, [event]);
  for (const step of steps) {
    const next = foldedInto(documents.get(step.id), step, []);
    if (next) documents.set(step.id, next);
    else documents.delete(step.id);
  }
  return steps.length > 0;
}

function fold(events: readonly RecordedEvent[]): void {
  let applied = 0;
  for (const event of events) {
    try {
      if (during(watch, SLOT, event, () => apply(event))) applied += 1;
    } catch (error) {
      post({ failed: { error: lineOf(error), at: { position: `${event.position}`, id: event.id, type: event.type } } });
      return;
    }
  }
  post({ applied });
}

function rowsOf({ rows }: LoadedFile): readonly string[] {
  const sorted = [...documents.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
  const found: unknown = rows ? rows(sorted) : sorted;
  if (!Array.isArray(found)) throw new TypeError('"rows" must return an array');
  return found.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) throw new TypeError('Each of "rows" must be an object');
    const text: unknown = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    // Its own `toJSON` may return anything.
    if (typeof text !== 'string' || !/^[{[]/.test(text)) throw new TypeError('Each of "rows" must be an object');
    return text;
  });
}

function finish(file: LoadedFile): void {
  try {
    const rows = during(watch, SLOT, AT_MODULE, () => rowsOf(file));
    for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) {
      post({ rows: rows.slice(from, from + ROWS_PER_MESSAGE) });
    }
    post({ finished: true });
  } catch (error) {
    post({ failed: { error: lineOf(error), at: null } });
  }
}

/** Anything can be thrown; the operator gets one line. */
function lineOf(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return cutText(text, MAX_LINE).replaceAll(/\s+/g, ' ');
  } catch {
    return 'It threw an error without a message';
  }
}

try {
  const file = await whileLoading(watch, SLOT, () => loadProjectionFile(url));
  const scope = organization === null ? {} : { organization };
  route = createRouter({ ...file, ...scope, version: 1, indexes: [], streams: () => [] });
  port.on('message', (order: ReplayOrder) => ('events' in order ? fold(order.events) : finish(file)));
  post({ loaded: { name: file.name, types: Object.keys(file.on) } });
} catch (error) {
  post({ failed: { error: lineOf(error), at: null } });
}
