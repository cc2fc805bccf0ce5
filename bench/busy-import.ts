import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runIntakeInProcess } from '../test/support/intake-in-process.ts';
import { startServerProcess } from '../test/support/running-server.ts';
import type { ImportNoise } from './busy-import-worker.ts';
import { percentile } from './http-commands.ts';
import type { Row } from './row.ts';
import { APPLICATIONS, PASSWORD, type SmallSchool, schoolOf } from './small-school.ts';

const SCHOOLS = 20;
const BUSY = 'busy-school';
/** `IMPORTED=100000 npm run bench -- busy-import` is the whole of a large school, in some ten minutes. */
const IMPORTED = Number(process.env.IMPORTED ?? 10_000);
const SLICE_MS = 5000;
/** Between two requests of the quiet schools together: each asks once a second. */
const EVERY_MS = 50;
const START_LIMIT_MS = 900_000;
const BAR = 1.5;

/** Twenty schools work, while another imports its applicants in every other slice. */
export async function benchBusyImport(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const quiet = Array.from({ length: SCHOOLS }, (_, n) => `quiet-school-${n}`);
  try {
    for (const slug of [BUSY, ...quiet]) {
      const owner = ['--owner-email', `owner@${slug}.example`, '--owner-password', PASSWORD];
      const named = ['--name', slug, '--slug', slug, ...owner];
      await runIntakeInProcess({ DATA_DIR: directory }, 'organization', 'create', ...named);
    }
    const environment = { DEMO: '0', RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' };
    const server = await startServerProcess(directory, environment, START_LIMIT_MS);
    try {
      const schools: SmallSchool[] = [];
      for (const [n, slug] of quiet.entries()) schools.push(await schoolOf(server.url, slug, `10.0.1.${n}`));
      return await measure(schools, { url: server.url, slug: BUSY, most: IMPORTED });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measure(schools: readonly SmallSchool[], workerData: ImportNoise): Promise<Row[]> {
  const worker = new Worker(new URL('busy-import-worker.ts', import.meta.url), { workerData });
  const told = (wanted: string) =>
    new Promise<number>((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', function hear({ state, imported }: { state: string; imported: number }) {
        if (state !== wanted) return;
        worker.off('message', hear);
        worker.off('error', reject);
        resolve(imported);
      });
    });
  await told('ready');
  const alone: number[] = [];
  const beside: number[] = [];
  let imported = 0;
  let seconds = 0;
  while (imported < IMPORTED) {
    alone.push(...(await askAll(schools)));
    const stopped = told('stopped');
    const begun = performance.now();
    worker.postMessage('start');
    beside.push(...(await askAll(schools)));
    worker.postMessage('stop');
    imported = await stopped;
    seconds += (performance.now() - begun) / 1000;
  }
  await worker.terminate();
  const row = (name: string, part: number): Row => ({
    name: `${SCHOOLS} schools beside one that imports ${IMPORTED.toLocaleString('en')} applicants, ${name}`,
    figure: percentile(beside, part),
    unit: 'ms',
    ratio: percentile(beside, part) / percentile(alone, part),
    bar: BAR,
    isLessBetter: true,
  });
  return [
    row('median', 50),
    row('p95', 95),
    row('p99', 99),
    { name: 'applicants that it imports meanwhile', figure: imported / seconds, unit: '/s' },
  ];
}

let asked = 0;

/** Lists and changes of status, at a steady rate whatever the answers take. */
async function askAll(schools: readonly SmallSchool[]): Promise<readonly number[]> {
  const underWay: Promise<number>[] = [];
  for (const begun = performance.now(); performance.now() - begun < SLICE_MS; ) {
    underWay.push(ask(schools[asked % schools.length] as SmallSchool, Math.floor(asked / schools.length)));
    asked += 1;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, begun + underWay.length * EVERY_MS - performance.now())),
    );
  }
  return Promise.all(underWay);
}

async function ask({ owner, batchId, applicationIds }: SmallSchool, turn: number): Promise<number> {
  const status = turn % 4 < 2 ? 'INTERVIEW PENDING' : 'INFORMATION SENT';
  const answer =
    turn % 2 === 0
      ? await owner('GET', `/api/applications?batchIds=${batchId}`)
      : await owner('PUT', `/api/applications/${applicationIds[turn % APPLICATIONS]}`, { status });
  if (answer.status !== 200) throw new Error(`A quiet school was answered ${answer.status}: ${answer.text}`);
  return answer.ms;
}
