import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, isOn, type Options } from './finding.ts';
import { openServers, type ServersInstallation } from './installation.ts';
import { createLoad, type Load } from './load.ts';
import { type ApplicationAnswer, type CrashSchool, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

/** Upper bounds: for full service after the server's return, and for the 503 meanwhile. */
const BACK_BAR_MS = 5000;
const TOLD_BAR_MS = 10_000;
/** Few writers, because FerretDB is slow on a busy machine and the count does not matter. */
const WRITERS = 8;
const THINKING_MS = 1000;
const GIVE_UP_MS = 60_000;

interface Fault {
  readonly name: string;
  readonly lastingMs: number;
  bring(installation: ServersInstallation): unknown;
  lift(installation: ServersInstallation): unknown;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'EventStoreDB killed and back',
    lastingMs: 5000,
    bring: ({ eventStore }) => eventStore.kill(),
    lift: ({ eventStore }) => eventStore.restart(),
  },
  {
    name: 'MongoDB killed and back',
    lastingMs: 5000,
    bring: ({ mongo }) => mongo.kill(),
    lift: ({ mongo }) => mongo.restart(),
  },
  {
    name: 'EventStoreDB frozen for 20 s',
    lastingMs: 20_000,
    bring: ({ eventStore }) => eventStore.freeze(),
    lift: ({ eventStore }) => eventStore.thaw(),
  },
  {
    name: 'MongoDB frozen for 20 s',
    lastingMs: 20_000,
    bring: ({ mongo }) => mongo.freeze(),
    lift: ({ mongo }) => mongo.thaw(),
  },
  {
    name: 'EventStoreDB slow (each answer 300 ms late)',
    lastingMs: 8000,
    bring: ({ lines }) => lines[0]?.delayAnswers(300),
    lift: ({ lines }) => lines[0]?.delayAnswers(0),
  },
  {
    name: 'MongoDB slow (each answer 100 ms late)',
    lastingMs: 8000,
    bring: ({ lines }) => lines[1]?.delayAnswers(100),
    lift: ({ lines }) => lines[1]?.delayAnswers(0),
  },
  {
    name: 'All connections reset',
    lastingMs: 0,
    bring: ({ lines }) => lines.forEach((line) => void line.reset()),
    lift: () => {},
  },
];

/** EventStoreDB or MongoDB is unreachable: quick 503s, no partial write, automatic recovery. */
export async function serversAway(options: Options, say: (line: string) => void): Promise<Finding[]> {
  if (!isOn(options, 'servers')) return [];
  const findings: Finding[] = [];
  for (const fault of FAULTS) {
    const finding = await suffer(fault);
    say(`${finding.promise}: ${finding.figure}`);
    findings.push(finding);
  }
  return findings;
}

async function suffer(fault: Fault): Promise<Finding> {
  await using installation = await openServers();
  const { server } = await installation.startPortal();
  const school = await openSchool(installation, server.url);
  const load = createLoad(school);
  const { answer } = await school.call<ApplicationAnswer>(server.url, {
    method: 'POST',
    path: '/api/applications',
    body: { batchId: school.batchId, firstName: 'A', email: 'probe@crash.example' },
  });
  const path = `/api/applications/${answer._id}`;
  const writing = load.start(server.url, { writers: WRITERS, isInsistent: true, pauseMs: THINKING_MS });
  const reading = readMeanwhile(school, server.url, path);
  await pause(2000);
  await fault.bring(installation);
  await Promise.race([pause(fault.lastingMs), writing.ended]);
  await fault.lift(installation);
  const back = await timeUntilBack(school, server.url, path);
  writing.end();
  await writing.ended;
  const reads = await reading.end();
  await load.compare(server.url);
  await load.repeatAnswered(server.url);
  const events = await verified(installation);
  return describe(fault, { load, reads, back, events });
}

interface Found {
  readonly load: Load;
  readonly reads: Reads;
  readonly back: number;
  readonly events: number;
}

function describe({ name }: Fault, { load, reads, back, events }: Found): Finding {
  const slowest = Math.max(load.slowestMs, reads.slowestMs);
  return {
    promise: name,
    figure: `${load.answered} commands answered, 0 lost, 0 duplicated, ${load.refusedLater} × 503 with Retry-After, ${load.unanswered} without an answer; reads ${reads.ok} × 200, ${reads.refused} × 503; slowest answer ${(slowest / 1000).toFixed(1)} s; everything works again ${(back / 1000).toFixed(1)} s after its return; ${events} events verified`,
    holds: back <= BACK_BAR_MS && slowest <= TOLD_BAR_MS && load.unanswered === 0,
  };
}

async function timeUntilBack({ call }: CrashSchool, url: string, path: string): Promise<number> {
  for (const since = performance.now(); performance.now() - since < GIVE_UP_MS; await pause(50)) {
    const body = { adminComments: [{ message: `Probe ${performance.now()}` }] };
    const { status, headers } = await call(url, { method: 'PUT', path, body });
    if (status === 200 && !headers.has('x-read-model')) return performance.now() - since;
  }
  throw new Error(`Nothing went on within ${GIVE_UP_MS} ms`);
}

interface Reads {
  ok: number;
  refused: number;
  slowestMs: number;
}

function readMeanwhile({ call }: CrashSchool, url: string, path: string) {
  const reads: Reads = { ok: 0, refused: 0, slowestMs: 0 };
  let isOver = false;
  const reading = (async () => {
    for (; !isOver; await pause(100)) {
      const { status, headers, ms, answer } = await call(url, { method: 'GET', path });
      reads.slowestMs = Math.max(reads.slowestMs, ms);
      if (status === 200) reads.ok += 1;
      else if (status === 503 && headers.has('retry-after')) reads.refused += 1;
      else throw new Error(`A read was answered ${status}: ${JSON.stringify(answer)}`);
    }
    return reads;
  })();
  reading.catch(() => undefined);
  return {
    end() {
      isOver = true;
      return reading;
    },
  };
}
