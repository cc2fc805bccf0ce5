import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startServerProcess } from '../test/support/running-server.ts';
import { percentile } from './http-commands.ts';
import { historyOfCourses } from './journey-reports.ts';
import type { ReportNoise } from './report-noise-worker.ts';
import type { Row } from './row.ts';
import { appendPasts, createOrganization, signInOwner } from './school.ts';

const COURSES = 10;
const PER_COURSE = 2000;
const QUIET_APPLICATIONS = 150;
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const SLICE_MS = 8000;
/** Between two calls of the quiet school, which more often would use up its own share; and until the noise has ended. */
const THINKING_MS = 100;
const PAUSE_MS = 600;
const START_LIMIT_MS = 900_000;
const BAR = 2;
const NOISY = 'noisy@bench.example';
const QUIET = 'quiet@bench.example';

/** The dashboard's list of a small school, while another with 20,000 applications asks for reports without a pause. */
export async function benchReportNeighbours(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  try {
    const courses = await makeSchools(directory);
    const environment = { DEMO: '0', RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' };
    const server = await startServerProcess(directory, environment, START_LIMIT_MS);
    try {
      const noisy = await signInOwner(server.url, NOISY);
      const quiet = await signInOwner(server.url, QUIET);
      const workerData: ReportNoise = { url: server.url, cookie: noisy.cookie, courses };
      const { alone, beside, answers } = await measure(`${server.url}/api/applications`, quiet.cookie, workerData);
      const row = (name: string, part: number): Row => ({
        name: `a school's dashboard beside another's reports, ${name} (${answers} reports)`,
        figure: percentile(beside, part),
        unit: 'ms',
        ratio: percentile(beside, part) / percentile(alone, part),
        bar: BAR,
        isLessBetter: true,
      });
      return [row('median', 50), row('p99', 99)];
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function makeSchools(directory: string): Promise<readonly string[]> {
  await createOrganization(directory, 'noisy', NOISY);
  await createOrganization(directory, 'quiet', QUIET);
  const server = await startServerProcess(directory, { DEMO: '0' }, START_LIMIT_MS);
  const owners = await Promise.all([signInOwner(server.url, NOISY), signInOwner(server.url, QUIET)]).finally(() =>
    server.stop(),
  );
  const [noisy, quiet] = owners.map((owner, n) => ({
    organizationId: owner.organizationId,
    ...historyOfCourses(owner, n === 0 ? COURSES : 1, n === 0 ? PER_COURSE : QUIET_APPLICATIONS),
  }));
  if (!noisy || !quiet) throw new Error('Two schools are needed');
  await appendPasts(directory, [noisy, quiet]);
  return noisy.batchIds;
}

/** Slices with and without noise alternate, so that both meet the same load of the machine. */
async function measure(address: string, cookie: string, workerData: ReportNoise) {
  const noise = new Worker(new URL('report-noise-worker.ts', import.meta.url), { workerData });
  const told = (wanted: string) =>
    new Promise<number>((resolve, reject) => {
      noise.once('error', reject);
      noise.on('message', function hear({ state, answers }: { state: string; answers: number }) {
        if (state !== wanted) return;
        noise.off('message', hear);
        noise.off('error', reject);
        resolve(answers);
      });
    });
  await told('ready');
  const times = { alone: [] as number[], beside: [] as number[] };
  let answers = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask(times.alone);
    noise.postMessage('start');
    await ask(times.beside);
    const stopped = told('stopped');
    noise.postMessage('stop');
    answers = await stopped;
    await pause(PAUSE_MS);
  }
  await noise.terminate();
  return { ...times, answers };

  async function ask(into: number[]): Promise<void> {
    for (const until = performance.now() + SLICE_MS; performance.now() < until; ) {
      const begun = performance.now();
      const response = await fetch(address, { headers: { cookie, 'X-Forwarded-For': '10.0.0.2' } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The quiet school was answered ${response.status}`);
      into.push(performance.now() - begun);
      await pause(THINKING_MS);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
