import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { openSchool } from './school.ts';

const APPLICANTS = 20;
const REBUILDS = 3;
const EMAILED_WITHIN_MS = 30_000;

export async function replay({ pairs }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(await rebuildQuietly(pair));
  return findings;
}

async function rebuildQuietly(pair: Pair): Promise<Finding> {
  await using installation = await openInstallation(pair);
  const { server } = await installation.startPortal();
  const { batchId, call } = await openSchool(installation, server.url);
  for (let n = 0; n < APPLICANTS; n += 1) {
    const email = `${n}@crash.example`;
    await call(server.url, { method: 'POST', path: '/api/applications', body: { batchId, firstName: 'A', email } });
  }
  const before = await settled(installation.directory);
  for (let n = 0; n < REBUILDS; n += 1) await installation.intake('projections', 'rebuild', '--all');
  const after = await settled(installation.directory);
  return {
    promise: `Replay is silent, ${pair}`,
    figure: `${before} emails in the outbox, ${after} after ${REBUILDS} rebuilds of everything`,
    holds: before > 0 && before === after,
  };
}

/** The number of emails once no new one arrives for a while. */
async function settled(directory: string): Promise<number> {
  const folder = join(directory, 'outbox');
  const count = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')).length : 0);
  let [last, since] = [-1, 0];
  const started = performance.now();
  while (performance.now() - started < EMAILED_WITHIN_MS) {
    if (count() !== last) [last, since] = [count(), performance.now()];
    if (performance.now() - since > 3000 && (last > 0 || performance.now() - started > 10_000)) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return last;
}
