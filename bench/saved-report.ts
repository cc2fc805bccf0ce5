import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../api/config/config.ts';
import type { ReportProgress, SavedReport, SavedReportResult } from '../api/contract/saved-reports.ts';
import { openStores } from '../api/storage/stores.ts';
import { START } from '../commands/event-store/port.ts';
import { openMasterKey } from '../commands/vault/master-key.ts';
import { type Commands, createCommands, percentile } from './http-commands.ts';
import { openSchool, type School } from './http-school.ts';
import { openLog } from './rebuild.ts';
import type { Row } from './row.ts';

/** About 14 events each: `REPLAY_APPLICATIONS=75000` is a million, which takes minutes to make. */
const APPLICATIONS = Number(process.env.REPLAY_APPLICATIONS ?? 7500);
const COMMANDS_PER_SECOND = 20;
/** Before the builds, and again after them, because the machine's speed changes. */
const ALONE_MS = 10_000;
/** As many builds one after the other as take this long: the p99 of the few commands beside one is its slowest. */
const BESIDE_MS = 20_000;
const MOST_BUILDS = 15;
const POLL_MS = 25;
const PAGE = 1000;

const QUESTION = {
  events: ['StatusChanged'],
  where: [{ field: 'data.to', when: 'event', isNot: false, values: ['CONTRACT SENT'] }],
  groupBy: [
    { kind: 'time', unit: 'week', clock: 'recorded' },
    { kind: 'field', field: 'application.source', when: 'today' },
  ],
  measure: { kind: 'applications' },
};

/** A new report over the whole log, with commands meanwhile, beside a bare scan and decode of the same log. */
export async function benchSavedReport(): Promise<Row[]> {
  const school = await openSchool(APPLICATIONS, APPLICATIONS);
  const commands = createCommands({ ...school, applicationIds: await changeable(school) });
  try {
    await commands.warmUp(200);
    const alone = await besideReads(school, commands);
    const beside: number[] = [];
    const builds: Built[] = [];
    const spent = () => builds.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
    while (builds.length < MOST_BUILDS && spent() < BESIDE_MS) {
      let isBuilt = false;
      const meanwhile = commands.during(COMMANDS_PER_SECOND, () => isBuilt);
      const built = await build(school, builds.length).finally(() => {
        isBuilt = true;
      });
      beside.push(...(await meanwhile));
      builds.push(built);
    }
    alone.push(...(await besideReads(school, commands)));
    commands.close();
    const [built] = builds as [Built, ...Built[]];
    await school.server.stop();
    const { events, seconds } = await decodeAll(school.dataDirectory);
    const replayed = await replayFile(school.dataDirectory);
    const count = `${Math.round(events / 1000).toLocaleString('en')},000 events`;
    return [
      { name: `scan + decode of ${count}`, figure: events / seconds, unit: 'events/s' },
      {
        name: `intake replay of an analyst's file over ${count} ÷ scan + decode`,
        figure: events / replayed,
        unit: 'events/s',
        ratio: seconds / replayed,
      },
      {
        name: `a new report over ${count}: first answer`,
        figure: built.seconds,
        unit: 's',
        ...(events > 900_000 && { bar: 15, isLessBetter: true }),
      },
      {
        name: 'the same ÷ scan + decode',
        figure: events / built.seconds,
        unit: 'events/s',
        ratio: seconds / built.seconds,
      },
      {
        name: 'longest time between two figures of its progress',
        figure: Math.max(...builds.map(({ longestGapMs }) => longestGapMs)),
        unit: 'ms',
        bar: 250,
        isLessBetter: true,
      },
      {
        name: 'command p99 beside the build of a report ÷ without',
        figure: percentile(beside, 99),
        unit: 'ms',
        ratio: percentile(beside, 99) / percentile(alone, 99),
        bar: 2,
        isLessBetter: true,
      },
    ];
  } finally {
    commands.close();
    await school.close();
  }
}

/** The others are in batches that do not exist. */
async function changeable({ server, cookie, batchIds }: School): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/applications?batchIds=${batchIds.join()}`, { headers: { cookie } });
  return ((await answer.json()) as { _id: string }[]).map(({ _id }) => _id);
}

interface Built {
  readonly seconds: number;
  readonly longestGapMs: number;
}

/** The milliseconds of commands without a build, beside as many reads of the reports as during one. */
async function besideReads({ server, cookie }: School, commands: Commands): Promise<number[]> {
  const end = performance.now() + ALONE_MS;
  const isOver = () => performance.now() > end;
  const meanwhile = commands.during(COMMANDS_PER_SECOND, isOver);
  while (!isOver()) {
    const answer = await fetch(`${server.url}/api/reports`, { headers: { cookie } });
    await answer.arrayBuffer();
    await pause(POLL_MS);
  }
  return meanwhile;
}

async function build({ server, cookie }: School, nth: number): Promise<Built> {
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
  const get = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(server.url + path, { headers })).json()) as Answer;
  const begun = performance.now();
  const created = await fetch(`${server.url}/api/reports`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `Contracts sent, ${nth + 1}`, ...QUESTION }),
  });
  const { _id: id } = (await created.json()) as SavedReport;
  let longestGapMs = 0;
  let changedAt: number | null = null;
  let share: number | null = null;
  for (;;) {
    const progress = await get<ReportProgress>(`/api/reports/${id}/progress`);
    if (progress.state === 'stopped') throw new Error(progress.problem?.message);
    if (progress.state === 'live') break;
    if (progress.share !== share) {
      if (changedAt !== null) longestGapMs = Math.max(longestGapMs, performance.now() - changedAt);
      changedAt = performance.now();
      share = progress.share;
    }
    await pause(POLL_MS);
  }
  const { table } = await get<SavedReportResult>(`/api/reports/${id}/result`);
  if (!table || table.total.n === 0) throw new Error('The report is live, but counts nothing');
  return { seconds: (performance.now() - begun) / 1000, longestGapMs };
}

/** Seconds of the whole command, with the start of its processes. */
async function replayFile(directory: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['api/cli.ts', 'replay', 'examples/analysts/contract-times.ts'], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`intake replay ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

async function decodeAll(directory: string): Promise<{ events: number; seconds: number }> {
  const stores = await openStores(readConfig({ DATA_DIR: directory }));
  try {
    const { vault, eventStore } = stores;
    const log = openLog(eventStore, vault, await openMasterKey({ file: stores.directory.masterKey, vault }));
    const begun = performance.now();
    let events = 0;
    for (let after = START; ; ) {
      const page = await log.readAll({ after, limit: PAGE });
      if (page.events.length === 0) return { events, seconds: (performance.now() - begun) / 1000 };
      events += page.events.length;
      after = page.position;
    }
  } finally {
    await stores.close();
  }
}
