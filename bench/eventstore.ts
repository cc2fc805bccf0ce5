import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventStoreDb } from '../commands/event-store/eventstoredb/event-store.ts';
import type { StreamAppend } from '../commands/event-store/port.ts';
import { startEventStoreProcess } from '../test/support/eventstore-double-child.ts';
import { eventStoreSource } from '../test/support/eventstore-server.ts';
import { runIntakeIn } from '../test/support/running-server.ts';
import { lasting } from './http.ts';
import { createCommands, percentile } from './http-commands.ts';
import { openSchool, type School } from './http-school.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 1000;
/** About 100,000 events. */
const MOVED = 7000;
const WARM_UP = 1500;
const SLICES = 12;
const SLICE_MS = 1000;
const AT_ONCE = 50;
const STREAMS = 300;
/** A real server answered 460 to 870 appends a second (docs/eventstore-facts.md). */
const SYNC_MS = 1;
const PAGE = 500;
/** Of usual length. */
const DATA = JSON.stringify({ text: 'x'.repeat(300) });
const PASSPHRASE = { INTAKE_PASSPHRASE: randomBytes(24).toString('base64') };

/** Events on EventStoreDB, all else embedded: only the log differs. `EVENTSTORE_URL` names a real, empty one. */
export async function* benchEventStore(): AsyncGenerator<Row> {
  const source = eventStoreSource();
  const store = await source.start();
  const stores = { EVENTSTORE_URL: store.url, MASTER_KEY: randomBytes(32).toString('base64') };
  try {
    const embedded = await openSchool(APPLICATIONS, APPLICATIONS);
    const served = await openSchool(APPLICATIONS, APPLICATIONS, stores);
    try {
      yield* await compareCommands(source.name, served, embedded);
    } finally {
      await served.close();
      await embedded.close();
    }
  } finally {
    await store.close();
  }
  yield await compareImports();
  if (source.makesLogs) yield await moveIn(source);
}

/** What an import appends, without its checks: single events of many streams by turns. */
async function compareImports(): Promise<Row> {
  const server = await startEventStoreProcess({ SYNC_MS: String(SYNC_MS) });
  const store = await createEventStoreDb({ url: server.url });
  const streams = Array.from({ length: STREAMS }, () => `application-${randomUUID()}`);
  let next = 0;
  const take = (count: number): StreamAppend[] =>
    Array.from({ length: count }, () => {
      const append = {
        stream: streams[next % STREAMS] as string,
        expectedRevision: Math.floor(next / STREAMS) - 1,
        events: [{ id: randomUUID(), type: 'StatusChanged', data: DATA, metadata: DATA }],
      };
      next += 1;
      return append;
    });
  const perSecondOf = async (append: (appends: readonly StreamAppend[]) => Promise<unknown>) => {
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < SLICE_MS; count += PAGE) await append(take(PAGE));
    return (count * 1000) / (performance.now() - begun);
  };
  const oneByOne = async (appends: readonly StreamAppend[]) => {
    for (const { stream, expectedRevision, events } of appends) await store.append(stream, expectedRevision, events);
  };
  try {
    const inOrder: number[] = [];
    const alone: number[] = [];
    for (let slice = 0; slice < SLICES; slice += 1) {
      alone.push(await perSecondOf(oneByOne));
      inOrder.push(await perSecondOf(store.appendInOrder));
    }
    const figure = percentile(inOrder, 50);
    return {
      name: `on EventStoreDB (the double, which syncs for ${SYNC_MS} ms): appends in the order of an import ÷ one after the other`,
      figure,
      unit: 'events/s',
      ratio: figure / percentile(alone, 50),
      bar: 5,
    };
  } finally {
    await store.close();
    await server.close();
  }
}

async function compareCommands(on: string, served: School, embedded: School): Promise<Row[]> {
  const sides = [served, embedded].map((school) => ({
    commands: createCommands(school),
    alone: [] as number[],
    perSecond: [] as number[],
  }));
  for (const { commands } of sides) await commands.warmUp(WARM_UP);
  for (let slice = 0; slice < SLICES; slice += 1) {
    for (const { commands, alone } of sides) alone.push(...(await commands.atOnce(1, lasting(SLICE_MS))));
    for (const { commands, perSecond } of sides)
      perSecond.push(((await commands.atOnce(AT_ONCE, lasting(SLICE_MS))).length * 1000) / SLICE_MS);
  }
  for (const { commands } of sides) commands.close();
  const [alone, aloneEmbedded] = sides.map((side) => percentile(side.alone, 50)) as [number, number];
  const [perSecond, perSecondEmbedded] = sides.map((side) => percentile(side.perSecond, 50)) as [number, number];
  return [
    {
      name: `on EventStoreDB (${on}): command alone, p50 ÷ embedded`,
      figure: alone,
      unit: 'ms',
      ratio: alone / aloneEmbedded,
      bar: 1.5,
      aim: 1.2,
      isLessBetter: true,
    },
    {
      name: `on EventStoreDB (${on}): commands, ${AT_ONCE} at once, ÷ embedded`,
      figure: perSecond,
      unit: '/s',
      ratio: perSecond / perSecondEmbedded,
      bar: 0.6,
      aim: 0.8,
    },
  ];
}

async function moveIn({ name, start }: ReturnType<typeof eventStoreSource>): Promise<Row> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const file = join(directory, 'intake.ndjson');
  const store = await start();
  try {
    const school = await openSchool(MOVED, MOVED);
    try {
      await school.server.stop();
      await runIntakeIn({ ...PASSPHRASE, DATA_DIR: school.dataDirectory }, 'events', 'export', file, '--vault');
    } finally {
      await school.close();
    }
    const target = {
      ...PASSPHRASE,
      DATA_DIR: join(directory, 'served'),
      EVENTSTORE_URL: store.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const begun = performance.now();
    const said = await runIntakeIn(target, 'events', 'import', file);
    const seconds = (performance.now() - begun) / 1000;
    const events = Number(said.split(' events')[0]?.split(' ').at(-1)?.replaceAll(',', ''));
    return {
      name: `events import into EventStoreDB (${name}) with the vault and all read models`,
      figure: events / seconds,
      unit: 'events/s',
      bar: 2500,
      aim: 5000,
    };
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}
