import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { type Row, reaches } from './row.ts';
import { cellsOf, HEAD } from './table.ts';

export const loadNow = (): number => loadavg()[0] ?? 0;

export function describeMachine(load: number): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const { node, sqlite } = process.versions;
  return `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, ${process.platform}; Node ${node}, SQLite ${sqlite}; load before: ${load.toFixed(1)}`;
}

const markdown = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function renderReport(rows: readonly Row[], load: number): string {
  const missed = rows.filter((row) => reaches(row, row.bar) === false);
  return `# Benchmarks

<!-- Written by \`npm run bench -- --write\`. -->

Measured on ${new Date().toISOString().slice(0, 10)}: ${describeMachine(load)}, after: ${loadNow().toFixed(1)}.

${markdown(HEAD)}
|---|--:|--:|--:|--:|
${rows.map((row) => markdown(cellsOf(row))).join('\n')}

## How to read it

\`npm run bench\` measures most of it in some twenty minutes; \`npm run bench -- append\` (or \`replay\`, \`rebuild\`, \`http\`, \`web\`, \`dashboard\`, \`config\`, \`neighbours\`) a part.
Some are measured only by name, \`npm run bench -- million peer eventstore\`, or with the rest: \`npm run bench -- million peer eventstore --write\`.
[Benchmarks measured by name](benchmarks-by-name.md) has those that need minutes each, and what a command's time is spent on.
A ratio compares the figure with a baseline on the same machine in the same run, measured by turns, so it is the same on a fast and on
a slow disk. Where a row has a ratio, the ratio counts. *Bar* is required, *aim* is desired. On a machine with other work
the figures mean little, above all the slowest answers (p99). Repeat a run that started with a load of more than half the processors.

- **Appends** use the event store's port and the storage thread. Each is durable before the next; 32 writers share their syncs.
  *With codec*, events are validated, sealed for their person and chained by hash, as commands do it. The naive appender is a thread
  with one table: it looks whether the revision is free and inserts, one message for each event, one transaction for what has arrived.
- **Replay** only decodes: hash, key, decryption and parsing of every event. The second part saves reports on a server, one after the
  other for 20 s, and runs \`intake replay\` with an example of the analysts' guide; \`REPLAY_APPLICATIONS=62500\` does so over a million
  events. Commands are measured beside these builds, and before and after them beside as many reads of the reports. Without personal data
  nothing is decrypted, so a replay may be faster than decoding.
- **Rebuild** folds the applications of a log with the demo school's mix (7,000 stories, 14 events each with accounts and activity,
  ordered by time over all of them) into a new generation with its indexes, on disk. The other side decodes and folds the same log in
  memory.
- **HTTP** runs the real server and a client as two processes on the same processors, with 100,000 applications: 2,000 with the demo's
  whole history in eight batches, the others only submitted. A command is a comment or a change of status, each on another
  application, answered when it is on disk and in the read models. Plain CRUD is the same server with one other route: it updates a row
  guarded by its version and writes an audit row, durably in a storage thread, without history, encryption and read models. Commands
  without a rebuild are sent for as long as commands beside one. A constant comes from the same Express application, with every step
  that each request passes, and a route that reads nothing. A list is *cold* at its first request since the server's start, and
  *warm* when it is asked for again.
- **Web** runs the demo school in the system's Chromium as a slow phone (390 px, 4× slower processor, 1.6 Mbit/s, 150 ms), each visit
  with an empty cache. Figures are the median of five visits, for layout shifts the worst. The slowest interaction (INP) is one of
  choosing a program and typing into its form, of opening an application from the home page, or of opening a step and typing. Other
  work on the machine affects it directly, so each row names the load before it.
- **Dashboard** runs the system's Chromium on a desktop (1440 px), with a school of 20,000 applications with the demo's history in 40
  batches, and one of 3,000 in 10. *First rows* is the median of five visits with an empty cache, until rows are shown and half a
  second passes without a task of 50 ms. For searches and for another person's changes the slowest counts, for the heap the largest
  without a forced garbage collection. The additions are the same loop in the page, before and after. A bulk change is measured from
  its request until the client knows that it has finished.
- **Busy import** runs twenty schools that ask once a second each, by turns a list and a change of status, while another school imports its
  applicants in every other five seconds, 50 rows a request without a pause. \`IMPORTED=100000\` imports as many.
- **Sign-in** gives the server's process a DNS server that answers nothing, with \`unshare\` of Linux and the right to mount. By turns, twenty
  webhooks have messages for hosts of their own, or are paused; every slice has the same six sign-ins a second with a password.
- **Process editor** runs the same Chromium on a desktop with a process of 60 steps, 400 fields and 200 conditions, and one of 5 steps
  as a baseline. *Opened* ends when the editor is painted and half a second has passed without a task of 50 ms; it is the median of
  five. A key, an undo and a frame are measured until the next paint. Keys follow each other every 60 ms.
- **EventStoreDB** runs two schools of 1,000 applications by turns: one with its events on EventStoreDB and all else embedded, one all
  embedded. Without \`EVENTSTORE_URL\` it is the double of the tests, in a process of its own: it answers faster than a real server, so what counts is
  how often a command asks. The import moves a school of 7,000 applications in, with keys, passwords and all read models; its
  appends alone are compared on a double that waits 1 ms before each answer, about as long as a real server syncs.
- **Million** makes logs of 100,000 and of 1,000,000 events with the demo's mix, which takes some minutes. It measures the start of a
  server on the larger log, its resident memory once that has been steady for ten seconds, and the same rebuild on both.
- **Peer** appends events of the same size with [emmett-sqlite](https://github.com/event-driven-io/emmett) 0.38.5, unencrypted and
  without hashes, on open connections, with \`synchronous=FULL\` as in Intake. Its \`sqlite3\` is a native add-on; the few calls that it
  makes are implemented on \`node:sqlite\`, in the calling thread (\`bench/peer/sqlite3\`). So its single writer needs no thread switch,
  but blocks everything else in its process during a sync.
${missed.length === 0 ? '' : `\n## Rows that miss their bar\n\n${missed.map((row) => `- ${row.name}: ${cellsOf(row)[row.ratio === undefined ? 1 : 2]}, bar ${cellsOf(row)[3]?.slice(2)}`).join('\n')}\n`}`;
}
