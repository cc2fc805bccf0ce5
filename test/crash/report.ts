import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Finding } from './finding.ts';

const loadNow = (): string => (loadavg()[0] ?? 0).toFixed(1);

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, ${process.platform}; Node ${process.versions.node}`;
}

export const brokenOff = (script: string): string => `The script ${script} comes to its end`;

export const verdictOf = ({ holds }: Finding): string => (holds === null ? 'not tried' : holds ? '✓ held' : '✗ BROKEN');

const ROW = /^\| (.+?) \| .* \| (?:✓ held|✗ BROKEN|not tried) \| \d/;

/** docs/faults.md: replaces only the findings of these scripts, so that long scripts can run one by one. */
export function renderReport(findings: readonly Finding[], scripts: readonly string[], before: string): string {
  const rows = new Map<string, string>();
  for (const line of before.split('\n')) {
    const promise = ROW.exec(line)?.[1];
    if (promise) rows.set(promise, line);
  }
  for (const script of scripts) rows.delete(brokenOff(script));
  const measured = `${new Date().toISOString().slice(0, 10)}, load ${loadNow()}`;
  for (const finding of findings) {
    const cells = [finding.promise, finding.figure, verdictOf(finding), measured];
    rows.set(
      finding.promise,
      `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`,
    );
  }
  return `# Faults

<!-- Written by \`npm run test:crash -- --write\`. -->

Results of fault injection into Intake, on ${describeMachine()}.

| promised | found | | measured |
|---|---|---|---|
${[...rows.values()].join('\n')}

## How to read it

\`npm run test:crash\` runs all scripts in about half an hour; \`npm run test:crash -- kills away\` runs some of them.
\`--pair embedded\` (or \`servers\`) uses one pair of stores, \`--kills 10\` makes fewer kills, \`--long\` adds a log of a million events,
and \`--write\` writes the results into this table. Everything runs on loopback, as real processes: the server as \`npm start\` runs
it, EventStoreDB's double on a durable file, FerretDB as MongoDB. Each script ends the processes that it started. Figures in
seconds are comparable with an idle machine only if the load is below the number of processors.

- **The load** counts all processes that waited for a processor, including concurrent ones at the lowest priority.
- **Kills** happen at random moments under 32 writers. The script repeats a command without an answer under its \`Idempotency-Key\`;
  it also repeats some answered commands, which must get the same answer. \`intake verify\` then reads the whole log, its hashes,
  chains and revisions, and compares every read model with a fresh fold.
- **A kill cannot show a missing sync**, because the operating system keeps written data. So \`strace\` records syncs, and each
  command must have one between its request and its answer.
- **FerretDB 1 replaces a document in two steps and reads a whole collection for it.** So the scripts use small schools, and
  only one process at a time writes a document; only MongoDB itself can show races between processes
  ([0008](decisions/0008-documents-without-transactions.md)).
- \`npm run bench -- http\` measures **the latency of commands during a rebuild of everything** ([benchmarks.md](benchmarks.md)),
  and \`npm run test:crash:moving\` tests export and import: on 2026-11-22 it moved 113,710 events from the embedded store to
  EventStoreDB's double and back. It killed each import three times (during the check of the file, the writes, and the final
  read), and all three logs were identical byte for byte.
`;
}
