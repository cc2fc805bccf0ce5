import { compose } from '../../api/composition/composition.ts';
import { readConfig } from '../../api/config/config.ts';
import type { DynamicDefinition } from '../../api/dynamic/definition.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { type RunningServer, startDynamicServer } from '../support/running-server.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';

const APPLICATIONS = 60;
const MS_PER_EVENT = 100;
/** Each restart takes seconds, and on servers the old lease must expire first. */
const MOST_KILLS = 10;
const KILLED_WITHIN_MS = 3000;
const PATIENCE_MS = 120_000;

const COUNTS: DynamicDefinition = {
  name: 'counts',
  version: 1,
  module: new URL('../support/dynamic-folds.ts', import.meta.url).href,
  data: { does: 'burn', ms: MS_PER_EVENT },
  indexes: [],
  organization: null,
  until: null,
};

export async function killDynamicBuilds({ pairs, kills }: Options, say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(await killBuilds(pair, Math.min(kills, MOST_KILLS), say));
  return findings;
}

async function killBuilds(pair: Pair, kills: number, say: (line: string) => void): Promise<Finding> {
  await using installation = await openInstallation(pair);
  const { directory, environment } = installation;
  const ids: string[] = [];
  const plain = await installation.start();
  const { batchId, call } = await openSchool(installation, plain.url);
  for (let n = 0; n < APPLICATIONS; n += 1) {
    const body = { batchId, firstName: 'A', email: `${n}@crash.example` };
    const { answer } = await call<ApplicationAnswer>(plain.url, { method: 'POST', path: '/api/applications', body });
    ids.push(answer._id);
  }
  await plain.stop();

  const start = () =>
    startDynamicServer(directory, {
      ...environment,
      LOG_LEVEL: 'error',
      DYNAMIC_PROJECTIONS: JSON.stringify([COUNTS]),
    });
  let midBuild = 0;
  for (let n = 1; n <= kills; n += 1) {
    const server = await start();
    try {
      await until(server, 'building');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * KILLED_WITHIN_MS));
      if (await isIn(server, 'building')) midBuild += 1;
    } finally {
      await server.kill();
    }
    say(`${pair}: kill ${n} of ${kills}`);
  }
  const last = await start();
  try {
    await until(last, 'live');
    // Only one process at a time can open embedded files.
    if (pair === 'embedded') await last.stop();
    const isEqual = await isFoldedOnce(pair, environment, ids);
    return {
      promise: `A dynamic projection killed during its build is built completely, each event once, ${pair}`,
      figure: `${kills} kills, ${midBuild} before its end; ${isEqual ? 'equal' : 'not equal'} to a plain fold of ${ids.length} events`,
      holds: isEqual && midBuild > 0,
    };
  } finally {
    await last.kill();
  }
}

async function isFoldedOnce(
  pair: Pair,
  environment: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<boolean> {
  const reader = await compose(readConfig({ ...environment, DEMO: '0' }), {
    logger: createLogger('silent'),
    isServer: pair === 'embedded',
  });
  try {
    reader.wanted.set('test', [COUNTS]);
    await eventually(async () => (await reader.dynamic.status()).projections[0]?.state === 'live');
    const { documents } = await reader.dynamic.collection<{ _id: string; count: number }>(COUNTS).find({});
    const counts = new Map(documents.map(({ _id, count }) => [_id, count]));
    return (
      counts.size === ids.length + 1 && counts.get('all') === ids.length && ids.every((id) => counts.get(id) === 1)
    );
  } finally {
    await reader.close();
  }
}

async function isIn({ url }: RunningServer, state: string): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics.includes(`intake_dynamic_projections{state="${state}"} 1\n`);
}

const until = (server: RunningServer, state: string): Promise<void> => eventually(() => isIn(server, state));

async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await isSo()); ) {
    if (performance.now() - since > PATIENCE_MS) throw new Error(`Not within ${PATIENCE_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
