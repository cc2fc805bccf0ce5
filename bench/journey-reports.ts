import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationSubmitted, NO_TRACKING, StatusChanged } from '../domain/application/events.ts';
import type { ApplicationStatus } from '../domain/application/statuses.ts';
import { BatchCreated } from '../domain/batch/events.ts';
import { streamOf } from '../domain/event-sourcing/streams.ts';
import { startPortal } from '../test/support/running-server.ts';
import type { Happening } from './history.ts';
import { percentile } from './http-commands.ts';
import type { Row } from './row.ts';
import { appendPasts, createOrganization, type SignedInOwner, signInOwner } from './school.ts';

/** The size of the answers, and the number of equal courses in the school. */
const APPLICATIONS = 20_000;
const COURSES = 10;
const SCHOOLS = { '20,000': 1, '200,000': 10 } as const;
type School = keyof typeof SCHOOLS;
const DAY_MS = 86_400_000;
const DAYS_OF_COURSE = 30;
const CALLS = 5;
const START_LIMIT_MS = 1_800_000;
const ENVIRONMENT = { DEMO: '0', RATE_LIMITS: 'off' };
const PAUSE_MS = 5;
/** One in so many still waits. */
const WAITING = 10;
const WAY: readonly ApplicationStatus[] = ['NEW', 'INFORMATION SENT', 'INTERVIEW COMPLETED', 'CONTRACT RECEIVED'];

/** The calls of funnel, forecast and what-if over 20,000 applications, and the longest wait of a small call beside. */
export async function benchJourneyReports(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of Object.keys(SCHOOLS) as School[]) rows.push(...(await benchSchool(name)));
  return rows;
}

async function benchSchool(name: School): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  try {
    const { owner, batchIds } = await makeSchool(directory, SCHOOLS[name]);
    const server = await startPortal(directory, ENVIRONMENT, START_LIMIT_MS);
    try {
      const some = ['none', ...batchIds.slice(0, COURSES)].join();
      const calls = {
        funnel: `/api/reportFunnel?courses=${some}`,
        'funnel by source, medians': `/api/reportFunnel?courses=${some}&by=source&measure=median`,
        'seat forecast with its backtest': '/api/reportForecast',
        'what-if of one course': `/api/whatIf?batchId=${batchIds[0]}&limitsInstead=NEW%3A3`,
      };
      await expectBacktest(server.url, owner.cookie);
      const rows: Row[] = [];
      for (const [call, path] of Object.entries(calls)) {
        const { times, waits } = await measure(server.url, owner.cookie, path);
        const title = `${call}, ${name} applications`;
        rows.push({ name: title, figure: percentile(times, 50), unit: 'ms', isLessBetter: true });
        rows.push({
          name: `${title}: slowest small call beside`,
          figure: Math.max(...waits),
          unit: 'ms',
          isLessBetter: true,
        });
      }
      return rows;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function makeSchool(directory: string, times: number) {
  await createOrganization(directory, 'journeys', 'journeys@bench.example');
  const first = await startPortal(directory, ENVIRONMENT, START_LIMIT_MS);
  try {
    const owner = await signInOwner(first.url, 'journeys@bench.example');
    await first.stop();
    const batchIds = Array.from({ length: COURSES * times }, () => randomUUID());
    await appendPasts(directory, [{ ...owner, history: historyOf(owner, batchIds) }]);
    return { owner, batchIds };
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/** A course in the log as of its opening, so that the forecast tests itself over the weeks since. */
const courseOpened = (organizationId: string, batchId: string, n: number, at: number): Happening => ({
  stream: streamOf('batch', batchId),
  at: new Date(at).toISOString(),
  event: {
    type: BatchCreated.type,
    data: {
      organizationId,
      status: 'Open',
      name: `Course ${n}`,
      description: null,
      privateDetails: null,
      slug: null,
      capacity: APPLICATIONS / COURSES,
      processId: null,
      assessmentIds: [],
      iconFile: null,
      bannerFile: null,
      enableEmbedding: false,
    },
  },
});

export function historyOfCourses(owner: SignedInOwner, courses: number, applications: number) {
  const batchIds = Array.from({ length: courses }, () => randomUUID());
  return { batchIds, history: historyOf(owner, batchIds, applications) };
}

/** Applications of each course over a month, who move on every few days until they sign, leave or wait. */
function historyOf(
  { organizationId }: SignedInOwner,
  batchIds: readonly string[],
  applications = APPLICATIONS / COURSES,
): readonly Happening[] {
  const history = batchIds.flatMap((batchId, course) => {
    const opened = Date.now() - (batchIds.length - course + 1) * DAYS_OF_COURSE * DAY_MS;
    const ways = Array.from({ length: applications }, (_, n) => {
      const applied = opened + ((n * 7) % DAYS_OF_COURSE) * DAY_MS;
      return wayOf({ organizationId, batchId, n, applied });
    });
    return [courseOpened(organizationId, batchId, course + 1, opened), ...ways.flat()];
  });
  return history.toSorted((one, other) => one.at.localeCompare(other.at));
}

function wayOf({
  organizationId,
  batchId,
  n,
  applied,
}: {
  organizationId: string;
  batchId: string;
  n: number;
  applied: number;
}): readonly Happening[] {
  const stream = streamOf('application', randomUUID());
  const at = (step: number) => new Date(applied + step * (1 + (n % 4)) * DAY_MS).toISOString();
  const last = n % WAY.length;
  const way = [
    ...WAY.slice(0, last + 1),
    ...(last < WAY.length - 1 && n % WAITING !== 0 ? ['WITHDRAWN' as const] : []),
  ];
  const submitted: Happening = {
    stream,
    at: at(0),
    event: {
      type: ApplicationSubmitted.type,
      data: {
        organizationId,
        batchId,
        trackingNumber: n + 1,
        tracking: { ...NO_TRACKING, source: `Source ${n % 20}` },
        userId: null,
      },
      personal: { email: `applicant.${n}@mail.example`, values: { firstName: 'Ada', lastName: 'Lovelace' } },
    },
  };
  const moves = way.slice(1).map(
    (to, step): Happening => ({
      stream,
      at: at(step + 1),
      event: { type: StatusChanged.type, data: { from: way[step] as ApplicationStatus, to } },
    }),
  );
  return [submitted, ...moves];
}

/** A forecast without past weeks would be measured without most of its work. */
async function expectBacktest(url: string, cookie: string) {
  const response = await fetch(`${url}/api/reportForecast`, { headers: { cookie } });
  const { backtest } = (await response.json()) as { backtest: { weeks: number } };
  if (backtest.weeks === 0) throw new Error('The forecast has tested itself over no week');
}

async function measure(url: string, cookie: string, path: string) {
  const get = async (address: string) => {
    const begun = performance.now();
    const response = await fetch(url + address, { headers: { cookie } });
    await response.text();
    if (!response.ok) throw new Error(`${address} was answered ${response.status}`);
    return performance.now() - begun;
  };
  await get(path);
  const times: number[] = [];
  const waits: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    let isOver = false;
    const report = get(path).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      waits.push(await get('/api/user'));
      await pause(PAUSE_MS);
    }
    times.push(await report);
  }
  return { times, waits };
}
