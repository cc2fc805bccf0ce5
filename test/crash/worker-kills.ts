import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../support/running-server.ts';
import { eachEmailedOnce } from './emails.ts';
import { type Finding, isOn, type Options } from './finding.ts';
import { openInstallation } from './installation.ts';
import { createLoad } from './load.ts';
import { openSchool } from './school.ts';
import { verified } from './server-kills.ts';

/** A kill mostly waits for the standby, so some installations run in parallel. */
const BESIDE_EACH_OTHER = 2;
const KILLS_OF_ONE_SCHOOL = 9;
/** Keeps FerretDB's collections small, because it reads a whole one for each update. */
const THINKING_MS = 8000;
const PEOPLE_OF_ONE_WRITER = 3;
const BAR_MS = 10_000;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 50;
const ANSWER_WITHIN_MS = 5000;

/** kill -9 of the leading worker under 32 writers: the standby takes over, and a retry saves every command. */
export async function killWorkers(options: Options, say: (line: string) => void): Promise<Finding[]> {
  if (!isOn(options, 'servers')) return [];
  const total = { kills: 0, answered: 0, repeated: 0, longest: 0, events: 0, slowest: 0, mails: 0 };
  let left = options.kills;
  const killSome = async () => {
    while (left > 0) {
      const kills = Math.min(left, KILLS_OF_ONE_SCHOOL);
      left -= kills;
      await killInOneSchool(kills, total);
      say(`servers: ${total.kills} leaders killed, longest ${Math.round(total.longest)} ms without one`);
    }
  };
  await Promise.all(Array.from({ length: BESIDE_EACH_OTHER }, killSome));
  return [
    {
      promise: 'kill -9 of the leading worker under 32 writers, servers',
      figure: `${total.kills} kills; ${total.answered} commands answered, 0 lost, 0 duplicated, ${total.repeated} needed a retry; ${total.events} events without a gap, read models equal to a fresh fold; ${total.mails} applicants emailed, each once`,
      holds: true,
    },
    {
      promise: 'A standby takes over within 10 s',
      figure: `longest ${(total.longest / 1000).toFixed(1)} s without a leader; slowest answer meanwhile ${(total.slowest / 1000).toFixed(1)} s`,
      holds: total.longest <= BAR_MS,
    },
  ];
}

interface Total {
  kills: number;
  answered: number;
  repeated: number;
  longest: number;
  events: number;
  slowest: number;
  mails: number;
}

async function killInOneSchool(kills: number, total: Total): Promise<void> {
  await using installation = await openInstallation('servers');
  const { server, others } = await installation.startPortal();
  const workers: RunningServer[] = [...others, await installation.start('worker')];
  const school = await openSchool(installation, server.url);
  const load = createLoad(school);
  const writing = load.start(server.url, { isInsistent: true, pauseMs: THINKING_MS, people: PEOPLE_OF_ONE_WRITER });
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const leader = await leaderOf(workers);
      // Alternates between a new leader and one that has run for a while.
      if (kill % 2 === 1) await load.compare(server.url);
      await Promise.race([pause(Math.random() * 2000), writing.ended]);
      await leader.kill();
      const killedAt = performance.now();
      workers.splice(workers.indexOf(leader), 1);
      await leaderOf(workers);
      total.longest = Math.max(total.longest, performance.now() - killedAt);
      workers.push(await installation.start('worker'));
      total.kills += 1;
    }
  } finally {
    writing.end();
  }
  await writing.ended;
  await load.compare(server.url);
  await load.repeatAnswered(server.url);
  total.events += await verified(installation);
  total.mails += await eachEmailedOnce(installation.directory, load.emails());
  total.answered += load.answered;
  total.repeated += load.repeated;
  total.slowest = Math.max(total.slowest, load.slowestMs);
}

async function leaderOf(workers: readonly RunningServer[]): Promise<RunningServer> {
  for (const since = performance.now(); performance.now() - since < GIVE_UP_MS; await pause(LOOK_EVERY_MS)) {
    for (const worker of workers) if (await isLeading(worker)) return worker;
  }
  const states = await Promise.all(workers.map(describe));
  throw new Error([`No worker has led for ${GIVE_UP_MS} ms`, ...states].join('\n'));
}

const isLeading = async (worker: RunningServer): Promise<boolean> =>
  /^intake_leading 1$/m.test(await metricsOf(worker));

const metricsOf = ({ url }: RunningServer): Promise<string> =>
  fetch(`${url}/metrics`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    (answer) => answer.text(),
    (error: unknown) => String(error),
  );

async function describe(worker: RunningServer): Promise<string> {
  const { pid, exitCode, signalCode } = worker.process;
  return `Worker ${pid}, ended ${exitCode ?? signalCode ?? 'not'}:\n${await metricsOf(worker)}\n${worker.lastWords}`;
}
