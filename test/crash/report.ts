import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Finding } from './finding.ts';

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, ${process.platform}; Node ${process.versions.node}; load: ${load}`;
}

export const verdictOf = ({ holds }: Finding): string => (holds === null ? 'not tried' : holds ? '✓ held' : '✗ BROKEN');

/** docs/faults.md */
export const renderReport = (findings: readonly Finding[], began: string): string => `# Faults

<!-- Written by \`npm run test:crash -- --write\`. -->

What is done to Intake on purpose, and what came of it. Measured on ${new Date().toISOString().slice(0, 10)}: ${began} at the
beginning, ${(loadavg()[0] ?? 0).toFixed(1)} at the end.

| promised | found | |
|---|---|---|
${findings.map((finding) => `| ${finding.promise} | ${finding.figure.replaceAll('|', '\\|')} | ${verdictOf(finding)} |`).join('\n')}

## How to read it

\`npm run test:crash\` does all of it; \`npm run test:crash -- kills away\` some. \`--pair embedded\` (or \`servers\`) takes one pair
of stores, \`--kills 10\` fewer kills, \`--long\` also a log of a million events. Everything runs on loopback, as real processes:
the server as \`npm start\` runs it, EventStoreDB's double on a durable file, FerretDB as MongoDB. Each script ends what it has
started.

- **Kills** come at random moments under 32 writers. A command that got no answer is sent again under its \`Idempotency-Key\`;
  one that was answered is sent again, too, and must be answered alike. \`intake verify\` then reads the whole log, its hashes,
  chains and revisions, and holds every read model against a fresh fold.
- **A kill cannot show a missing sync**, as the operating system keeps what was written. So syncs are counted by \`strace\`,
  between the sending of each command and its answer.
- **FerretDB 1 replaces a document in two steps and reads a whole collection for it.** So schools are small here, and only one
  process at a time writes a document; races between processes are for MongoDB itself.
- **The latency of commands while everything is rebuilt** is measured by \`npm run bench -- http\`: [benchmarks.md](benchmarks.md).
`;
