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

What is done to Intake on purpose, and what came of it, on ${describeMachine()}.

| promised | found | | measured |
|---|---|---|---|
${[...rows.values()].join('\n')}

## How to read it

\`npm run test:crash\` does all of it in some half an hour; \`npm run test:crash -- kills away\` a part. \`--pair embedded\` (or
\`servers\`) takes one pair of stores, \`--kills 10\` fewer kills, \`--long\` also a log of a million events; \`--write\` puts what was
found into this table. Everything runs on loopback, as real processes: the server as \`npm start\` runs it, EventStoreDB's double
on a durable file, FerretDB as MongoDB. Each script ends what it has started. Figures in seconds are those of a machine that
does nothing else only where the load is below the number of its processors.

- **The load** counts all that waited for a processor, also what ran beside at the lowest priority.
- **Kills** come at random moments under 32 writers. A command that got no answer is sent again under its \`Idempotency-Key\`;
  some that were answered are sent again, too, and must be answered alike. \`intake verify\` then reads the whole log, its
  hashes, chains and revisions, and holds every read model against a fresh fold.
- **A kill cannot show a missing sync**, as the operating system keeps what was written. So syncs are noted by \`strace\`, and
  each command must have one between its sending and its answer.
- **FerretDB 1 replaces a document in two steps and reads a whole collection for it.** So schools are small here, and only one
  process at a time writes a document; races between processes are for MongoDB itself
  ([0008](decisions/0008-documents-without-transactions.md)).
- **The latency of commands while everything is rebuilt** is measured by \`npm run bench -- http\`
  ([benchmarks.md](benchmarks.md)), moving house by \`npm run test:crash:moving\`: on 2026-11-22
  113,710 events went from the embedded store to EventStoreDB's double and back, each import killed three times (while the file was
  checked, in the middle of writing, while reading back), and all three logs were the same to the letter.
`;
}
