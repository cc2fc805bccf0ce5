import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eachEmailedOnce } from '../crash/emails.ts';
import type { Finding, Pair } from '../crash/finding.ts';
import { type Installation, openInstallation } from '../crash/installation.ts';
import { createLoad } from '../crash/load.ts';
import { type Asked, type CrashSchool, openSchool } from '../crash/school.ts';
import { verified } from '../crash/server-kills.ts';
import { freePort, type RunningServer } from '../support/running-server.ts';
import { startReader } from './reader.ts';
import { startUsers } from './users.ts';

const HOUR_MS = 3_600_000;
/** Of the whole run: the tenth minute of an hour, with which its end is compared. */
const BEGINNING = 1 / 6;
/** Of the whole run: five minutes of an hour, before each of both moments. */
const WINDOW = 1 / 12;
/** Of the whole run: the processes that live to its end are those after the last of these kills. */
const KILLING = 1 / 24;
const KILLS = 4;
const MOST_GROWTH = 1.1;
const SAMPLE_MS = 5000;
/** About one command a second, which all can be found afterwards. The school grows by them. */
const PROMISED = { writers: 4, isInsistent: true, pauseMs: 4000 };
/** Of the batch that officers and analysts read: what they are answered does not grow. */
const APPLICATIONS = 100;

const ROLES = { embedded: ['all'], servers: ['worker', 'api'] } as const satisfies Record<Pair, readonly string[]>;
type Role = (typeof ROLES)[Pair][number];

interface Sample {
  readonly at: number;
  readonly role: Role;
  /** Bytes. */
  readonly memory: number;
  readonly handles: number;
}

/** A call that was answered with 200. */
interface Answer {
  readonly at: number;
  readonly ms: number;
  /** Such as `GET /api/applications/…`. */
  readonly call: string;
}

/**
 * All kinds of users for so many hours, with kill -9 of each process in the first minutes and at the end: memory, file
 * handles, disk and the p99 of all calls at the end are compared with those of the tenth minute of each hour, and nothing
 * may be lost or happen twice.
 */
export async function soak(pair: Pair, hours: number, say: (line: string) => void): Promise<Finding[]> {
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  const whole = hours * HOUR_MS;
  await using installation = await openInstallation(pair);
  const portal = await startProcesses(pair, installation);
  const { url } = portal;
  const answers: Answer[] = [];
  const opened = await openSchool(installation, url);
  // Its calls are not counted, because they wait for events.
  await using reader = await startReader(opened, url);
  // Opened first, so that no report compares it with the one that grows.
  await fillBatch(opened, url);
  const school: CrashSchool = {
    ...opened,
    batchId: await opened.openBatch('Newcomers'),
    async call(at, asked) {
      const answer = await opened.call<never>(at, asked);
      if (answer.status === 200) answers.push({ at: Date.now(), ms: answer.ms, call: callOf(asked) });
      return answer;
    },
  };
  const load = createLoad(school);
  // Without what the fresh installation took.
  const fresh = await portal.disk(answers.length);
  const begun = Date.now();
  const until = (share: number) => pause(Math.max(0, begun + share * whole - Date.now()));
  const samples: Sample[] = [];
  const sampling = setInterval(() => samples.push(...portal.sample()), SAMPLE_MS);
  try {
    const writing = load.start(url, PROMISED);
    const users = startUsers(school, url, opened.batchId);
    const failed = Promise.race([writing.ended, users.ended]);
    const kinds = Object.keys(users.counts).join(', ');
    const work = async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await until((KILLING * kill) / KILLS);
        for (const role of ROLES[pair]) await portal.kill(role);
        say(`killed ${kill} times`);
      }
      await until(BEGINNING);
      const early = await portal.disk(answers.length);
      say('the tenth minute of each hour');
      await until(1);
      const late = await portal.disk(answers.length);
      users.end();
      writing.end();
      return { early, late };
    };
    const { early, late } = (await Promise.race([work(), failed.then(ended)])) as Awaited<ReturnType<typeof work>>;
    await Promise.all([writing.ended, users.ended]);
    clearInterval(sampling);
    const within = ({ at }: { readonly at: number }, share: number) =>
      at > begun + (share - WINDOW) * whole && at <= begun + share * whole;
    const p99 = (share: number) =>
      percentile(
        answers.flatMap((one) => (within(one, share) ? one.ms : [])),
        0.99,
      );
    const ofRole = (role: Role, what: 'memory' | 'handles') => (share: number) =>
      percentile(
        samples.flatMap((one) => (one.role === role && within(one, share) ? one[what] : [])),
        0.5,
      );
    for (const role of ROLES[pair]) {
      const tenths = Array.from({ length: 10 }, (_, n) => figure(ofRole(role, 'memory')((n + 1) / 10) / 1e6));
      say(`MB of the process ${role}, at each tenth of the run: ${tenths.join(', ')}`);
    }
    for (const [call, ofCall] of Map.groupBy(answers, (one) => one.call)) {
      const [before, after] = [BEGINNING, 1].map((share) =>
        ofCall.flatMap((one) => (within(one, share) ? one.ms : [])),
      );
      const [was, is] = [before, after].map((times = []) =>
        [0.5, 0.99].map((share) => figure(percentile(times, share))).join(' and '),
      );
      if (after && after.length > 0) say(`ms of ${after.length} × ${call}, median and p99: ${was}, then ${is}`);
    }
    const about = `${hours} h of ${kinds}, ${pair}`;
    const compared = (what: string, unit: string, [before, after]: readonly [number, number]): Finding => ({
      promise: `${what} at the end within ${MOST_GROWTH} × of the tenth minute of each hour: ${about}`,
      figure: `${figure(before)} ${unit}, then ${figure(after)} ${unit}: × ${(after / before).toFixed(2)}`,
      holds: after / before <= MOST_GROWTH,
    });
    const both = (measure: (share: number) => number) => [measure(BEGINNING), measure(1)] as const;
    const growth = [grownBy(fresh, early), grownBy(early, late)] as const;
    const findings = [
      compared('p99 of all calls', 'ms', both(p99)),
      compared('Disk for each call', 'kB', [growth[0] / 1000, growth[1] / 1000]),
      ...ROLES[pair].flatMap((role) => [
        compared(
          `Memory of the process ${role}`,
          'MB',
          both((share) => ofRole(role, 'memory')(share) / 1e6),
        ),
        compared(`File handles of the process ${role}`, 'handles', both(ofRole(role, 'handles'))),
      ]),
    ];
    for (const role of ROLES[pair]) await portal.kill(role);
    await load.compare(url);
    const events = await reader.compare();
    const mails = await eachEmailedOnce(installation.directory, load.emails());
    await portal.stop();
    const checked = await verified(installation);
    return [
      ...findings,
      {
        promise: `Nothing is lost and nothing happens twice: ${about}`,
        figure: `${KILLS + 1} kills of each process; ${answers.length} calls (${Object.entries(users.counts)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(
            ', ',
          )}), ${load.answered} commands found once each, ${events} events by webhook and by pull in one order, ${mails} applicants emailed, each once; ${checked} events verified`,
        holds: true,
      },
    ];
  } catch (error) {
    for (const [role, words] of portal.lastWords()) say(`last words of the process ${role}: ${words.trim() || 'none'}`);
    throw error;
  } finally {
    clearInterval(sampling);
  }
}

async function fillBatch({ batchId, call }: CrashSchool, url: string): Promise<void> {
  for (let number = 0; number < APPLICATIONS; number += 1) {
    const body = { batchId, firstName: 'Soak', email: `${number}@soak.example` };
    const { status, answer } = await call(url, { method: 'POST', path: '/api/applications', body });
    if (status !== 200) throw new Error(`POST /api/applications answered ${status}: ${JSON.stringify(answer)}`);
  }
}

const callOf = ({ method, path }: Asked): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, '…')}`;

interface Disk {
  readonly bytes: number;
  readonly answers: number;
}

/** Bytes for each call. */
const grownBy = (before: Disk, after: Disk): number => (after.bytes - before.bytes) / (after.answers - before.answers);

function ended(): never {
  throw new Error('A user ended before the run');
}

/** Each process keeps its port when it is started again. */
async function startProcesses(pair: Pair, installation: Installation) {
  const running = new Map<Role, { readonly server: RunningServer; readonly port: string }>();
  const start = async (role: Role) => {
    const port = running.get(role)?.port ?? String(await freePort());
    installation.environment.PORT = port;
    running.set(role, { server: await installation.start(role), port });
  };
  for (const role of ROLES[pair]) await start(role);
  const current = (role: Role) => running.get(role)?.server as RunningServer;
  return {
    url: current(pair === 'embedded' ? 'all' : 'api').url,
    async kill(role: Role) {
      await current(role).kill();
      await start(role);
    },
    stop: () => Promise.all(ROLES[pair].map((role) => current(role).stop())),
    /** Of the processes that run now; only on Linux. */
    sample: (): Sample[] => ROLES[pair].flatMap((role) => sampleOf(role, current(role).process.pid)),
    lastWords: () => ROLES[pair].map((role) => [role, current(role).lastWords] as const),
    async disk(answers: number): Promise<Disk> {
      return { bytes: await bytesIn(installation.directory), answers };
    },
  };
}

function sampleOf(role: Role, pid: number | undefined): Sample | [] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    return { at: Date.now(), role, memory, handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // It was killed, and its successor starts.
    return [];
  }
}

async function bytesIn(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const figure = (value: number): string => (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en'));
