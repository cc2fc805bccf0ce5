import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { createLoad } from './load.ts';
import { openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const BAR_MS = 10_000;
const STOPS = 3;

/** SIGTERM under 32 writers: running requests are answered, answers are kept, and the process exits 0 in time. */
export async function stopUnderLoad({ pairs }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(await stopAgain(pair));
  return findings;
}

async function stopAgain(pair: Pair): Promise<Finding> {
  await using installation = await openInstallation(pair);
  let { server, others } = await installation.startPortal();
  const school = await openSchool(installation, server.url);
  const load = createLoad(school);
  let longest = 0;
  const codes = new Set<unknown>();
  for (let n = 0; n < STOPS; n += 1) {
    const writing = load.start(server.url);
    await pause(1000);
    for (const stopping of [server, ...others]) {
      const since = performance.now();
      const exited = once(stopping.process, 'exit');
      stopping.process.kill('SIGTERM');
      codes.add((await exited)[0]);
      longest = Math.max(longest, performance.now() - since);
    }
    writing.end();
    await writing.ended;
    ({ server, others } = await installation.startPortal());
    await load.repeatDoubtful(server.url);
    await load.compare(server.url);
  }
  const events = await verified(installation);
  return {
    promise: `SIGTERM drains within 10 s under 32 writers, ${pair}`,
    figure: `longest ${(longest / 1000).toFixed(1)} s, exit code ${[...codes].join(', ')}; ${load.answered} commands answered, 0 lost, ${events} events verified`,
    holds: longest <= BAR_MS && [...codes].join() === '0',
  };
}
