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

\`npm run bench\` measures all of it in some ten minutes; \`npm run bench -- append\` (or \`replay\`, \`rebuild\`, \`http\`, \`web\`, \`dashboard\`, \`config\`, \`neighbours\`) a part.
Two are measured only by name, \`npm run bench -- million peer\`, or with the rest: \`npm run bench -- million peer --write\`.
Where a ratio stands, it is what counts: it holds the figure against what the same machine could do at best in the same run,
measured by turns, so that it says the same on a fast and on a slow disk. *Bar* is what must hold, *aim* what is wished for.
A machine that does other work meanwhile tells little, above all about the slowest answers (p99): a load of more than half
its processors before the run is a reason to repeat it.

- **Appends** go through the event store's port and the storage thread, each durable before the next; 32 writers share
  their syncs. *With codec* they are validated, sealed for their person and chained by hash, as commands do it.
- **Replay** is decoding alone: hash, key, decryption and parsing of every event.
- **Rebuild** folds the applications of a log with the demo school's own mix (4,000 stories, 14 events each with accounts and
  activity, in order of time over all of them) into a new generation with its indexes, on the disk; the other side decodes
  and folds the same log in memory.
- **HTTP** is the real server as a process, a client in another one, on the same processors, and 100,000 applications: 2,000
  with the demo's whole history in eight batches, the others only submitted. A command is a comment or a change of status,
  each on another application, answered when it is on the disk and in the read models. Commands are
  sent as long without a rebuild as one lasts beside them. The constant comes from the same
  Express application, with all that every request passes, and a route that reads nothing.
- **Web** is the demo school in the system's Chromium as a slow phone (390 px, 4× slower processor, 1.6 Mbit/s, 150 ms), each
  visit with an empty cache: the median of five, and of layout shifts the worst. The slowest interaction (INP) is one of choosing
  a program and typing into its form, or of opening a step and typing. Other work on the machine counts against it directly, so
  each line says the load before it.
- **Dashboard** is the system's Chromium at a desk (1440 px), in one school of 20,000 applications with the demo's history in 40
  batches and in one of 3,000 in 10. *First rows* are the median of five visits with an empty cache, until rows stand there and
  half a second passes without a task of 50 ms; of searching and of changes by another the slowest counts, of the heap the
  largest without collecting garbage for it. The additions are the same loop in the page, before and after. A bulk change lasts from its request until it is known to have finished.
- **Process editor** is the same Chromium at a desk with a process of 60 steps, 400 fields and 200 conditions, and one of 5 steps as
  a baseline. *Opened* lasts until the editor is painted and half a second passes without a task of 50 ms, the median of five. A key,
  an undo and a frame last until the next paint; keys follow each other every 60 ms.
- **Million** makes logs of 100,000 and of 1,000,000 events with the demo's mix, which takes some minutes: how soon a server
  stands on the larger one, its resident memory once that has been steady for ten seconds, and the same rebuild on both.
- **Peer** appends events of the same size by [emmett-sqlite](https://github.com/event-driven-io/emmett) 0.38.5, in the clear
  and without hashes, on connections that stay open, with \`synchronous=FULL\` as ours. Its \`sqlite3\` is a native add-on; the few
  calls that it makes are served over \`node:sqlite\`, in the thread that calls (\`bench/peer/sqlite3\`). So a single writer of
  theirs saves the way to another thread and back, and stops everything else in its process while the disk syncs.
${missed.length === 0 ? '' : `\n## What misses its bar\n\n${missed.map((row) => `- ${row.name}: ${cellsOf(row)[row.ratio === undefined ? 1 : 2]}, bar ${cellsOf(row)[3]?.slice(2)}`).join('\n')}\n`}`;
}
