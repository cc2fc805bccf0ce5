import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOperator } from '../api/operator/socket.ts';
import { dataPaths } from '../api/storage/data-directory.ts';
import { startScript, startServerProcess } from '../test/support/running-server.ts';
import { type Commands, createCommands, percentile } from './http-commands.ts';
import { requestsPerSecond } from './http-load.ts';
import { BATCH_SIZE, BATCHES_WITH_HISTORY, LARGE_BATCH_SIZE, openSchool, type School } from './http-school.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 100_000;
/** Those with a whole history. */
const HISTORIES = BATCHES_WITH_HISTORY * BATCH_SIZE;
const WARM_UP = 3000;
const PER_SECOND = 100;
const SLICES = 8;
const SLICE_MS = 1000;
const AT_ONCE = 50;
/** The p99 of a slice hangs on single pauses. */
const RUNS = 5;
const REBUILDS = 2;
const LOAD_ROUNDS = 3;
const LOAD_MS = 2000;
const STARTS = 4;
const WARM_LISTS = 60;
const LISTS = 60;

export async function* benchHttp(): AsyncGenerator<Row> {
  console.error(
    `http: creating a school of ${new Intl.NumberFormat('en').format(APPLICATIONS)} applications takes minutes`,
  );
  const school = await openSchool(APPLICATIONS);
  const commands = createCommands(school);
  try {
    await commands.warmUp(WARM_UP);
    yield* await besidePlainCrud(commands);
    yield* await duringRebuild(school, commands);
    yield* await underLoad(school);
    yield* await listsOfOneBatch(school);
  } finally {
    commands.close();
    await school.close();
  }
}

export function lasting(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** By turns with plain CRUD: the same server, whose changes update a row. */
async function besidePlainCrud(ours: Commands): Promise<Row[]> {
  const crudSchool = await openSchool(HISTORIES, HISTORIES);
  await crudSchool.server.stop();
  const server = await startScript('bench/plain-crud-server.ts', crudSchool.dataDirectory, {
    DEMO: '0',
    RATE_LIMITS: 'off',
  });
  const crud = createCommands({ ...crudSchool, server });
  try {
    await crud.warmUp(WARM_UP);
    const sides = [ours, crud].map((commands) => ({
      commands,
      times: [] as number[],
      p99s: [] as number[],
      perSecond: [] as number[],
    }));
    for (let run = 0; run < RUNS; run += 1) {
      const times = sides.map(() => [] as number[]);
      for (let slice = 0; slice < SLICES; slice += 1) {
        for (const [side, { commands }] of sides.entries())
          times[side]?.push(...(await commands.during(PER_SECOND, lasting(SLICE_MS))));
        for (const { commands, perSecond } of sides)
          perSecond.push(((await commands.atOnce(AT_ONCE, lasting(SLICE_MS))).length * 1000) / SLICE_MS);
      }
      for (const [side, all] of sides.entries()) {
        all.times.push(...(times[side] ?? []));
        all.p99s.push(percentile(times[side] ?? [], 99));
      }
    }
    const [us, them] = sides;
    if (!us || !them) throw new Error('Both are measured');
    type Side = NonNullable<typeof us>;
    const row = (name: string, figureOf: (side: Side) => number, marks: Partial<Row>): Row => ({
      name: `${name} ÷ plain CRUD`,
      figure: figureOf(us),
      ratio: figureOf(us) / figureOf(them),
      unit: 'ms',
      ...marks,
    });
    const less = { isLessBetter: true };
    return [
      row(`commands, ${AT_ONCE} at once,`, (side) => percentile(side.perSecond, 50), {
        unit: '/s',
        bar: 0.5,
        aim: 0.7,
      }),
      row(`command at ${PER_SECOND}/s, p50`, ({ times }) => percentile(times, 50), { bar: 1.15, aim: 1, ...less }),
      row(`command at ${PER_SECOND}/s, p99, median of ${RUNS} runs,`, ({ p99s }) => percentile(p99s, 50), {
        bar: 2,
        aim: 1.3,
        ...less,
      }),
    ];
  } finally {
    crud.close();
    await server.stop();
    await crudSchool.close();
  }
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
      bar: 1.5,
      aim: 1.2,
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
      bar: 0.5,
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

/** Asked again, and as the first since a start; by turns with a constant of equal size. */
async function listsOfOneBatch(school: School): Promise<Row[]> {
  const { dataDirectory, batchIds, largeBatchId, cookie } = school;
  const [known = '', ...others] = batchIds;
  const sizes = [
    { size: BATCH_SIZE, ids: others, bars: { warm: [4, 2], cold: [15, 8] } },
    { size: LARGE_BATCH_SIZE, ids: [largeBatchId], bars: { warm: [4, 2], cold: [25, 12] } },
  ].map((one) => ({ ...one, bytes: 0, warm: [] as number[], cold: [] as number[], constant: [] as number[] }));
  await school.server.stop();
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startServerProcess(dataDirectory);
    const commands = createCommands({ ...school, server });
    const listOf = (id: string) => `/api/applications?batchIds=${id}`;
    try {
      for (let n = 0; n < WARM_LISTS; n += 1) await commands.get(listOf(known));
      for (const { ids, cold } of sizes) for (const id of ids) cold.push(await commands.get(listOf(id)));
      for (const one of sizes) {
        const [id = ''] = one.ids;
        const answer = await fetch(server.url + listOf(id), { headers: { cookie } });
        one.bytes = (await answer.bytes()).length;
        const constant = await startConstantServer(one.bytes);
        const base = createCommands({ ...school, server: { ...server, url: constant.url } });
        for (let n = 0; n < WARM_LISTS; n += 1) await base.get('/');
        for (let n = 0; n < LISTS; n += 1) {
          one.constant.push(await base.get('/'));
          one.warm.push(await commands.get(listOf(id)));
        }
        base.close();
        await constant.stop();
      }
    } finally {
      commands.close();
      await server.stop();
    }
  }
  const number = new Intl.NumberFormat('en');
  return sizes.flatMap(({ size, bytes, bars, constant, ...times }) =>
    (['warm', 'cold'] as const).map((kind): Row => {
      const figure = percentile(times[kind], 95);
      const [bar = 0, aim = 0] = bars[kind];
      return {
        name: `list of ${number.format(size)} (${number.format(Math.round(bytes / 1000))} kB) among ${number.format(APPLICATIONS)}, ${kind}, p95 ÷ constant`,
        figure,
        unit: 'ms',
        ratio: figure / percentile(constant, 95),
        bar,
        aim,
        isLessBetter: true,
      };
    }),
  );
}
