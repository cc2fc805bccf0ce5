import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runIntakeInProcess } from '../test/support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../test/support/running-server.ts';
import { APPLICATIONS, type Ask, PASSWORD, personAt, type SmallSchool, schoolOf } from './small-school.ts';

const SLICE_MS = 2500;
/** Between two requests of one person. */
const THINKING_MS = 20;
/** Until no request of the last slice is running. */
const PAUSE_MS = 400;

export interface Times {
  readonly median: number;
  readonly mean: number;
  readonly p95: number;
}
export interface Neighbours {
  readonly alone: Times;
  readonly besideNoise: Times;
  readonly failures: readonly string[];
  readonly noise: ReadonlyMap<number, number>;
}

/** One school works, while the Owner of another on the same server sends the worst requests in every other slice. */
export async function measureNeighbours(rounds: number): Promise<Neighbours> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-neighbours-'));
  try {
    for (const slug of ['noisy-school', 'quiet-school']) {
      const owner = ['--owner-email', `owner@${slug}.example`, '--owner-password', PASSWORD];
      await runIntakeInProcess(
        { DATA_DIR: directory },
        'organization',
        'create',
        '--name',
        slug,
        '--slug',
        slug,
        ...owner,
      );
    }
    const server = await startServerProcess(directory, { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
    try {
      return await measure(server, rounds);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(server: RunningServer, rounds: number): Promise<Neighbours> {
  const noise = await startNoise(server);
  const quiet = await schoolOf(server.url, 'quiet-school', '10.0.0.2');
  const work = await workOf(server, quiet);
  const times = { alone: [] as number[], besideNoise: [] as number[] };
  const failures: string[] = [];
  let slice: keyof typeof times | null = null;
  let isOver = false;

  const people = work.map(async (steps) => {
    for (let n = 0; !isOver; n += 1) {
      const begun = slice;
      const { status, ms, text } = await (steps[n % steps.length] as (n: number) => ReturnType<Ask>)(n);
      if (status !== 200) failures.push(`${status} ${text.slice(0, 200)}`);
      if (begun !== null && begun === slice) times[begun].push(ms);
      await pause(THINKING_MS);
    }
  });
  await pause(SLICE_MS);
  for (let round = 0; round < rounds; round += 1) {
    slice = 'alone';
    await pause(SLICE_MS);
    slice = 'besideNoise';
    noise.worker.postMessage('start');
    await pause(SLICE_MS);
    slice = null;
    noise.worker.postMessage('stop');
    await noise.told('stopped');
    await pause(PAUSE_MS);
  }
  isOver = true;
  await Promise.all(people);
  await noise.worker.terminate();
  return {
    alone: timesOf(times.alone),
    besideNoise: timesOf(times.besideNoise),
    failures,
    noise: noise.answers,
  };
}

async function startNoise({ url }: RunningServer) {
  const worker = new Worker(new URL('noise-worker.ts', import.meta.url), { workerData: { url, slug: 'noisy-school' } });
  const answers = new Map<number, number>();
  worker.on('message', (message: unknown) => {
    if (typeof message === 'number') answers.set(message, (answers.get(message) ?? 0) + 1);
  });
  const told = (wanted: 'ready' | 'stopped') =>
    new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      const hear = (message: unknown) => {
        if (message !== wanted) return;
        worker.off('message', hear);
        worker.off('error', reject);
        resolve();
      };
      worker.on('message', hear);
    });
  await told('ready');
  return { worker, answers, told };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function timesOf(all: number[]): Times {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { median: at(0.5), mean: all.reduce((sum, ms) => sum + ms, 0) / all.length, p95: at(0.95) };
}

type Work = readonly ((n: number) => ReturnType<Ask>)[];

/** Staff read the list and change statuses; two applicants open the form, submit and save. */
async function workOf(server: RunningServer, school: SmallSchool): Promise<readonly Work[]> {
  const { owner, organizationId, processId, batchId, applicationIds } = school;
  const setStatus = (n: number) => {
    const status = n % 2 === 0 ? 'INTERVIEW PENDING' : 'INFORMATION SENT';
    return owner('PUT', `/api/applications/${applicationIds[(n * 7) % APPLICATIONS]}`, { status });
  };
  const staff = [() => owner('GET', `/api/applications?batchIds=${batchId}`), setStatus, setStatus, setStatus];
  const current = `organizationId=${organizationId}`;
  const applicantsOf = async (line: number) => {
    const member = personAt(server.url, `10.${line}.255.1`);
    const email = `member@line${line}.example`;
    const { text } = await member('POST', `/api/applications?${current}`, { batchId, email, firstName: 'Ada' });
    await member('POST', `/api/signup?${current}`, { email, password: PASSWORD });
    const { _id: application } = JSON.parse(text);
    let person = member;
    return [
      (n: number) => {
        person = personAt(server.url, `10.${line}.${Math.floor(n / 250) % 250}.${n % 250}`);
        return person('GET', `/api/batches?${current}`);
      },
      () => person('GET', `/api/processConfigBlobs/${processId}?${current}`),
      (n: number) => {
        const visitor = { batchId, email: `visitor${n}@line${line}.example`, firstName: 'Ada' };
        return person('POST', `/api/applications?${current}`, visitor);
      },
      (n: number) => member('PUT', `/api/applications/${application}?${current}`, { city: `City ${n}` }),
    ];
  };
  return [staff, await applicantsOf(1), await applicantsOf(2)];
}
