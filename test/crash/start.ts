import { openSchool } from '../../bench/http-school.ts';
import { runIntake, startServerProcess } from '../support/running-server.ts';
import { type Finding, isOn, type Options } from './finding.ts';
import { openInstallation } from './installation.ts';

/** About 14 events each. */
const HUNDRED_THOUSAND = 7_500;
const MILLION = 75_000;
const BAR_MS = 3000;
const KILLS = 5;

/** Startup time after kill -9 on a long log: the server folds nothing again that the read models hold. */
export async function startAgain(options: Options, say: (line: string) => void): Promise<Finding[]> {
  if (!isOn(options, 'embedded')) return [];
  const findings: Finding[] = [];
  for (const applications of options.isLong ? [HUNDRED_THOUSAND, MILLION] : [HUNDRED_THOUSAND]) {
    findings.push(await startOn(applications, say));
  }
  return findings;
}

async function startOn(applications: number, say: (line: string) => void): Promise<Finding> {
  const school = await openSchool(applications, applications);
  try {
    await school.server.stop();
    const empty = await startEmpty();
    let slowest = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServerProcess(school.dataDirectory);
      slowest = Math.max(slowest, server.readyAfterMs);
      say(`ready after ${Math.round(server.readyAfterMs)} ms`);
      await server.kill();
    }
    const [{ position }] = JSON.parse(await runIntake(school.dataDirectory, '--json', 'projections', 'list'));
    const events = new Intl.NumberFormat('en').format(position);
    return {
      promise: 'Start-up within 3 s after kill -9 on a long log, embedded',
      figure: `slowest of ${KILLS} starts on ${events} events: ${(slowest / 1000).toFixed(1)} s; on none, at the same time: ${(empty / 1000).toFixed(1)} s`,
      holds: slowest <= BAR_MS,
    };
  } finally {
    await school.close();
  }
}

/** Baseline: the start of an empty installation. */
async function startEmpty(): Promise<number> {
  await using installation = await openInstallation('embedded');
  return (await installation.start()).readyAfterMs;
}
