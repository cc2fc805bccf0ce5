import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  if (source.makesLogs) yield await moveIn(source);
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
