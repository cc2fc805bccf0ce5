import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOperator } from '../api/operator/socket.ts';
import { dataPaths } from '../api/storage/data-directory.ts';
import { fdatasyncLoop } from './fdatasync.ts';
import { type Commands, createCommands, percentile } from './http-commands.ts';
import { requestsPerSecond } from './http-load.ts';
import { BATCH_SIZE, LARGE_BATCH_SIZE, openSchool, type School } from './http-school.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 100_000;
const WARM_UP = 3000;
const PER_SECOND = 100;
const SLICES = 8;
const SLICE_MS = 1000;
const SYNCS_PER_SLICE = 300;
const REBUILDS = 2;
const LOAD_ROUNDS = 3;
const LOAD_MS = 2000;
const LISTS = 200;

export async function* benchHttp(): AsyncGenerator<Row> {
  console.error(
    `http: creating a school of ${new Intl.NumberFormat('en').format(APPLICATIONS)} applications takes minutes`,
  );
  const school = await openSchool(APPLICATIONS);
  const commands = createCommands(school);
  try {
    await commands.warmUp(WARM_UP);
    yield* await commandLatency(school, commands);
    yield* await duringRebuild(school, commands);
    yield* await underLoad(school);
    yield* await listOfOneBatch(school, commands);
  } finally {
    commands.close();
    await school.close();
  }
}

function lasting(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** Commands and the raw loop by turns, because they would delay each other. */
async function commandLatency({ dataDirectory }: School, commands: Commands): Promise<Row[]> {
  const raw: number[] = [];
  const answered: number[] = [];
  for (let slice = 0; slice < SLICES; slice += 1) {
    raw.push(...fdatasyncLoop(join(dataDirectory, 'raw'), SYNCS_PER_SLICE));
    answered.push(...(await commands.during(PER_SECOND, lasting(SLICE_MS))));
  }
  const rawP99 = percentile(raw, 99);
  const p99 = percentile(answered, 99);
  return [
    { name: 'raw fdatasync of 500 bytes, p99', figure: rawP99, unit: 'ms' },
    { name: `command over HTTP at ${PER_SECOND}/s, p50`, figure: percentile(answered, 50), unit: 'ms' },
    {
      name: `command over HTTP at ${PER_SECOND}/s, p99 ÷ raw p99`,
      figure: p99,
      unit: 'ms',
      ratio: p99 / rawP99,
      bar: 8,
      aim: 4,
      isLessBetter: true,
    },
  ];
}

/** Equal times with and without a rebuild, by turns. */
async function duringRebuild({ dataDirectory }: School, commands: Commands): Promise<Row[]> {
  const without: number[] = [];
  const within: number[] = [];
  for (let n = 0; n < REBUILDS; n += 1) {
    const called = await callOperator(dataPaths(dataDirectory).socket);
    if (!called) throw new Error("The server's operator socket does not answer");
    let isRebuilt = false;
    const rebuilding = called
      .operator('projections rebuild', { name: null }, () => {})
      .finally(() => {
        isRebuilt = true;
      });
    const begun = performance.now();
    within.push(...(await commands.during(PER_SECOND, () => isRebuilt)));
    await rebuilding;
    without.push(...(await commands.during(PER_SECOND, lasting(performance.now() - begun))));
    called.close();
  }
  const p99 = percentile(within, 99);
  return [
    {
      name: 'command p99 during a full rebuild ÷ without',
      figure: p99,
      unit: 'ms',
      ratio: p99 / percentile(without, 99),
      bar: 2,
      aim: 1.3,
      isLessBetter: true,
    },
  ];
}

/** Compares an application's answer with a constant of the same size; the best of some rounds by turns. */
async function underLoad({ server, cookie, applicationIds }: School): Promise<Row[]> {
  const path = `/api/applications/${applicationIds[0]}`;
  const answer = await fetch(server.url + path, { headers: { cookie } });
  const constant = await startConstantServer((await answer.bytes()).length);
  let ours = 0;
  let base = 0;
  try {
    for (let round = 0; round <= LOAD_ROUNDS; round += 1) {
      const bare = await requestsPerSecond({ url: constant.url, path: '/', ms: LOAD_MS });
      const real = await requestsPerSecond({ url: server.url, path, cookie, ms: LOAD_MS });
      if (round === 0) continue;
      base = Math.max(base, bare);
      ours = Math.max(ours, real);
    }
  } finally {
    await constant.stop();
  }
  return [
    { name: 'GET of a constant, 50 connections', figure: base, unit: '/s' },
    {
      name: 'GET of an application, 50 connections ÷ the constant',
      figure: ours,
      unit: '/s',
      ratio: ours / base,
      bar: 0.4,
      aim: 0.6,
    },
  ];
}

async function startConstantServer(bytes: number): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const script = join(import.meta.dirname, 'constant-server.ts');
  const child = spawn(process.execPath, [script, directory, String(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const url = await Promise.race([once(child.stdout, 'data'), exited.then(() => undefined)]);
  if (!url) throw new Error('The constant server did not start');
  return {
    url: String(url[0]).trim(),
    async stop() {
      child.kill();
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}

/** Alternates between batches, so that no list is repeated at once. */
async function listOfOneBatch({ batchIds, largeBatchId }: School, commands: Commands): Promise<Row[]> {
  const p95 = async (ids: readonly string[], lists: number) => {
    const answered: number[] = [];
    for (let n = 0; n < lists; n += 1) {
      answered.push(await commands.get(`/api/applications?batchIds=${ids[n % ids.length]}`));
    }
    return percentile(answered, 95);
  };
  const row = (size: number, figure: number, bar: number, aim: number): Row => {
    const [listed, all] = [size, APPLICATIONS].map((count) => new Intl.NumberFormat('en').format(count));
    return {
      name: `list of ${listed} among ${all} applications, p95`,
      figure,
      unit: 'ms',
      bar,
      aim,
      isLessBetter: true,
    };
  };
  return [
    row(BATCH_SIZE, await p95(batchIds, LISTS), 10, 4),
    row(LARGE_BATCH_SIZE, await p95([largeBatchId], LISTS / 2), 50, 30),
  ];
}
