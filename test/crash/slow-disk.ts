import { setTimeout as pause } from 'node:timers/promises';
import { runIntake } from '../support/running-server.ts';
import { canTrace } from '../support/tools.ts';
import { type Finding, isOn, type Options } from './finding.ts';
import { createLoad } from './load.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';
import { NO_STRACE, startTracedServer } from './traced-server.ts';

const SYNC_MS = 20;
const LASTING_MS = 8000;
const PROMISE = `A slow disk (sync of ${SYNC_MS} ms) never stops reads; each command is answered after its commit, embedded`;
/** Far below the wait of 32 writers for each other's syncs. */
const READ_BAR_MS = 250;

/** Slow syncs do not block reads, and each command's answer waits for a sync that began after its request. */
export async function slowDisk(options: Options): Promise<Finding[]> {
  if (!isOn(options, 'embedded')) return [];
  if (!canTrace()) return [{ promise: PROMISE, figure: NO_STRACE, holds: null }];
  await using server = await startTracedServer({ delayMs: SYNC_MS });
  const intake = (...words: readonly string[]) => runIntake(server.directory, ...words);
  const school = await openSchool({ intake }, server.url);
  const { answer } = await school.call<ApplicationAnswer>(server.url, {
    method: 'POST',
    path: '/api/applications',
    body: { batchId: school.batchId, firstName: 'A', email: 'a@crash.example' },
  });
  const load = createLoad(school);
  const before = server.syncs().length;
  const writing = load.start(server.url);
  const reads: number[] = [];
  for (const since = performance.now(); performance.now() - since < LASTING_MS; await pause(5)) {
    const read = await school.call(server.url, { method: 'GET', path: `/api/applications/${answer._id}` });
    if (read.status !== 200) throw new Error(`A read was answered ${read.status}`);
    reads.push(read.ms);
  }
  writing.end();
  await writing.ended;
  const syncs = server.syncs().length - before;
  await load.compare(server.url);
  const sorted = reads.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const { quickestMs } = load;
  return [
    {
      promise: PROMISE,
      figure: `${reads.length} reads, p99 ${p99.toFixed(0)} ms, beside ${load.answered} commands of 32 writers in ${syncs} syncs; the quickest command took ${quickestMs.toFixed(0)} ms`,
      holds: p99 <= READ_BAR_MS && quickestMs >= SYNC_MS,
    },
  ];
}
