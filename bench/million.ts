import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../api/config/config.ts';
import { openStores } from '../api/storage/stores.ts';
import { openMasterKey } from '../commands/vault/master-key.ts';
import { type RunningServer, startServerProcess } from '../test/support/running-server.ts';
import { openSchool } from './http-school.ts';
import { decodeAndFold, openLog, perSecond, rebuildInto } from './rebuild.ts';
import type { Row } from './row.ts';

/** About 14 events each. */
const MILLION = 75_000;
const HUNDRED_THOUSAND = 7_500;
const ROUNDS = 2;
const POLL_MS = 500;
const STEADY_POLLS = 20;
const KILOBYTES_APART = 1024;

/**
 * Measures what grows with the log: rebuild, start and idle memory. Runs only by name, because making the log takes
 * minutes.
 */
export async function benchMillion(): Promise<Row[]> {
  const few = await inSchool(HUNDRED_THOUSAND, rebuildsPerSecond);
  const { server, many } = await inSchool(MILLION, async (directory) => ({
    server: await startAndSettle(directory),
    many: await rebuildsPerSecond(directory),
  }));
  return [
    { name: 'start-up with 1,000,000 events', figure: server.seconds, unit: 's', bar: 3, aim: 1, isLessBetter: true },
    {
      name: 'memory of an idle server with 1,000,000 events',
      figure: server.megabytes,
      unit: 'MB',
      bar: 250,
      aim: 150,
      isLessBetter: true,
    },
    { name: 'rebuild of the applications at 100,000 events', figure: few.rebuilt, unit: 'events/s' },
    {
      name: 'rebuild of the applications at 1,000,000 events ÷ at 100,000',
      figure: many.rebuilt,
      unit: 'events/s',
      ratio: many.rebuilt / few.rebuilt,
      bar: 0.75,
      aim: 0.9,
    },
    {
      name: 'the same ÷ decode + fold of 1,000,000 in memory',
      figure: many.rebuilt,
      unit: 'events/s',
      ratio: many.rebuilt / many.folded,
      bar: 0.75,
      aim: 0.9,
    },
  ];
}

async function inSchool<Value>(applications: number, use: (directory: string) => Promise<Value>): Promise<Value> {
  const school = await openSchool(applications, applications);
  try {
    await school.server.stop();
    return await use(school.dataDirectory);
  } finally {
    await school.close();
  }
}

async function startAndSettle(directory: string): Promise<{ seconds: number; megabytes: number }> {
  const server = await startServerProcess(directory);
  try {
    return { seconds: server.readyAfterMs / 1000, megabytes: (await settledKilobytes(server)) / 1024 };
  } finally {
    await server.stop();
  }
}

/** Resident memory once it is unchanged for ten seconds. */
async function settledKilobytes({ process: { pid } }: RunningServer): Promise<number> {
  const resident = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  let last = resident();
  for (let steady = 0; steady < STEADY_POLLS; ) {
    await pause(POLL_MS);
    const now = resident();
    steady = Math.abs(now - last) < KILOBYTES_APART ? steady + 1 : 0;
    if (steady === 0) last = now;
  }
  return last;
}

/** Events per second, the best of some rounds by turns, each without cached keys. */
async function rebuildsPerSecond(directory: string): Promise<{ rebuilt: number; folded: number }> {
  const stores = await openStores(readConfig({ DATA_DIR: directory }));
  try {
    const { vault, eventStore } = stores;
    const masterKey = await openMasterKey({ file: stores.directory.masterKey, vault });
    const best = { rebuilt: 0, folded: 0 };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rebuilt = await perSecond(() => rebuildInto(directory, round, openLog(eventStore, vault, masterKey)));
      const folded = await perSecond(() => decodeAndFold(openLog(eventStore, vault, masterKey)));
      if (round === 0) continue;
      best.rebuilt = Math.max(best.rebuilt, rebuilt);
      best.folded = Math.max(best.folded, folded);
    }
    return best;
  } finally {
    await stores.close();
  }
}
