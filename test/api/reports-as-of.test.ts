import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJourneys } from '../../api/views/journeys-view.ts';
import type { MemberGroup } from '../../domain/reports/funnel.ts';
import { filterOf, grandTotal } from '../../domain/reports/report.ts';
import { dayReader } from '../../domain/values/days.ts';
import { drillPath, drillTest, readDrill } from '../../web/src/shared/reports/drill.ts';
import { confirmed } from '../support/confirmation.ts';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const STEPS = 27;
const STEP_MS = 2_000_000;

let server: TestServer;
let clock = Math.floor(Date.now() / 1000) * 1000;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => clock });
});
afterAll(() => server.close());

/** A seeded generator, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

async function answersOf({ staff: { Admin }, batches }: School, asOf?: string) {
  const past: Record<string, string> = asOf === undefined ? {} : { asOf };
  const course = { courses: `none,${batches.Open}` };
  const funnel = await Admin.call('reportFunnel', { query: { courses: 'all', ...past } });
  const all = [
    funnel,
    await Admin.call('reportFunnel', { query: { ...course, ...past } }),
    await Admin.call('reportFunnel', { query: { courses: 'active', by: 'batch', ...past } }),
    await Admin.call('reportFunnel', { query: { courses: 'all', by: 'source', measure: 'median', ...past } }),
    await Admin.call('reportForecast', { query: past }),
    await Admin.call('whatIf', { query: { batchId: batches.Open, limitsInstead: 'NEW:1', ...past } }),
    await Admin.call('reportMembers', {
      query: { courses: 'all', group: 'reached', status: 'CONTRACT SENT', ...past },
    }),
    await Admin.call('reportOverview', { query: { courses: 'all', period: 'allTime', interval: 'week', ...past } }),
    await Admin.call('reportOverview', { query: past }),
  ];
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  return { position: funnel.body.position, bodies: all.map(({ body }) => withoutPosition(body)) };
}

/** Each answer has the position of what it has read. */
const withoutPosition = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'position' ? undefined : value)));

/** Repeats until nothing happens during the recording, because emails are delivered at any moment. */
async function recordedNow(school: School) {
  const { engine, log } = server.running.composition;
  for (;;) {
    const head = await log.head();
    await engine.waitFor(head);
    const recorded = await answersOf(school);
    if ((await log.head()) === head) return recorded;
  }
}

/** The lists of the dashboard as of a position, with the zone of then. */
async function dashboardOf({ staff: { Admin }, organizationId }: School, asOf: string) {
  const query = { asOf };
  const { body: applications } = await Admin.call('listApplications', { query });
  const { body: batches } = await Admin.call('listBatches', { query });
  const { body: organization } = await Admin.call('getOrganization', { params: { id: organizationId }, query });
  const known = new Map(applications.map((one) => [one._id, one]));
  const all = { find: (id: string) => known.get(id), isWhole: true };
  const shown = (filter: Parameters<typeof drillPath>[0]) => {
    const read = readDrill(new URL(drillPath(filter, asOf), server.url).searchParams);
    if (!read) throw new Error('no number of a report');
    return applications.filter(drillTest(read, batches, dayReader(organization.timeZone), all)).length;
  };
  return { known, shown };
}

async function expectOpenable(school: School, asOf: string): Promise<void> {
  const { Admin } = school.staff;
  const { known, shown } = await dashboardOf(school, asOf);
  const overview = { courses: 'all', period: 'allTime', interval: 'week', asOf } as const;
  const { trends, launch, courses } = (await Admin.call('reportOverview', { query: overview })).body;
  for (const report of [trends, launch, courses]) {
    for (const row of report.rows) {
      for (const [place, column] of report.columns.entries())
        expect(shown(filterOf(report, row, column))).toBe(row.cells[place] ?? 0);
    }
    expect(shown(filterOf(report))).toBe(grandTotal(report));
  }
  const { table } = (await Admin.call('reportFunnel', { query: { courses: 'all', asOf } })).body;
  for (const row of table.rows.filter(({ cells }) => cells[0])) {
    for (const [place, { members, unit }] of table.columns.entries()) {
      if (!members || unit !== 'count' || row.cells[place] === null) continue;
      const named = { ...row.members, ...members } as { group: MemberGroup };
      const { body } = await Admin.call('reportMembers', { query: { courses: 'all', asOf, ...named } });
      expect([row.key, body.ids.length]).toEqual([row.key, row.cells[place]]);
      expect(body.ids.every((id) => known.has(id))).toBe(true);
    }
  }
}

test('reports as of a position equal the answers at that time, and each number opens its applications of then', async () => {
  const school = await createSchool(server, 'past-reports');
  const { Admin, Owner } = school.staff;
  const roll = dice(19_053);
  const open = [school.batches.Open];
  const ids: string[] = [];
  const emails: string[] = [];
  const submit = async () => {
    const email = freshEmail();
    const tracking = { source: ['Facebook', 'Friend', null][roll(3)] ?? null };
    const body = { batchId: open[roll(open.length)] ?? '', tracking, ...answers(email) };
    ids.push((await server.client().call('submitApplication', { body })).body._id);
    emails.push(email);
  };
  const some = () => ({ id: ids[roll(ids.length)] ?? '' });
  let comeBack = async (): Promise<unknown> => undefined;
  let undo = async (): Promise<unknown> => undefined;
  const change = async () => {
    const params = some();
    const { status: before } = (await Admin.call('getApplication', { params })).body;
    const status = (['INTERVIEW PENDING', 'CONTRACT SENT', 'CONTRACT RECEIVED', 'WITHDRAWN'] as const)[roll(4)];
    const { version } = (await Admin.call('changeApplication', { params, body: { status } })).body;
    undo = () => Admin.call('changeApplication', { params, body: { status: before, undoes: version } });
  };
  const deeds = [
    submit,
    submit,
    change,
    change,
    () => undo(),
    async () => {
      const details = { name: `Course ${roll(1000)}`, status: 'Open', processId: school.processId } as const;
      open.push((await Admin.call('createBatch', { body: details })).body._id);
    },
    async () => {
      const params = some();
      const body = { status: 'TRANSFERRED', transferBatchId: open[roll(open.length)] ?? '' } as const;
      const { transferredTo: copy } = (await Admin.call('changeApplication', { params, body })).body;
      if (!copy) return;
      ids.push(copy);
      comeBack = async () => {
        await Admin.call('changeApplication', { params: { id: copy }, body: { status: 'CANCELLED' } });
        await Admin.call('changeApplication', { params, body: { status: 'NEW' } });
      };
    },
    () => comeBack(),
    () => {
      const status = (['Open', 'Closed', 'Complete'] as const)[roll(3)];
      return Owner.call('changeBatch', { params: { id: open.at(-1) ?? '' }, body: { name: `J ${roll(99)}`, status } });
    },
    () => {
      const timeZone = ['Asia/Manila', 'Pacific/Apia', 'America/Lima'][roll(3)];
      const body = { timeZone, statusLimits: [{ status: 'NEW' as const, days: 1 + roll(9) }] };
      return Owner.call('changeOrganization', { params: { id: school.organizationId }, body });
    },
  ];
  await submit();
  const recorded: Awaited<ReturnType<typeof answersOf>>[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    clock += STEP_MS;
    await (deeds[step % deeds.length] ?? submit)();
    recorded.push(await recordedNow(school));
  }
  clock += STEP_MS;
  const asBefore = async () => {
    for (const { position, bodies } of recorded) expect((await answersOf(school, position)).bodies).toEqual(bodies);
  };
  await asBefore();
  // Each change, also the halves of a transfer.
  const head = (await Admin.call('getAsOf', { query: { at: new Date(clock).toISOString() } })).body;
  let place: { readonly position: string } | null = head;
  let changes = 0;
  while (place) {
    await expectOpenable(school, place.position);
    place = (await Admin.call('getAsOf', { query: { at: place.position } })).body.previous;
    changes += 1;
  }
  expect(changes).toBeGreaterThan(STEPS);

  const gone = emails[0] ?? '';
  await (await confirmed(Owner)).call('erasePerson', { body: { email: gone } });
  const { position } = recorded.at(-1) ?? { position: '' };
  await expectOpenable(school, position);
  const { ids: left } = (
    await Admin.call('reportMembers', { query: { courses: 'all', group: 'applied', asOf: position } })
  ).body;
  expect(left).not.toContain(ids[0]);
  const { ids: today } = (await Admin.call('reportMembers', { query: { courses: 'all', group: 'applied' } })).body;
  expect(left.toSorted()).toEqual(today.toSorted());
}, 120_000);

test('an answer shows one position, although its applications are read in pages while they change', async () => {
  const school = await createSchool(server, 'read-in-pages');
  const { Admin } = school.staff;
  const body = { name: 'Second', status: 'Open', processId: school.processId } as const;
  const batchIds = [school.batches.Open, (await Admin.call('createBatch', { body })).body._id];
  const ids = await Promise.all(
    batchIds.map(
      async (batchId) =>
        (await server.client().call('submitApplication', { body: { batchId, ...answers(freshEmail()) } })).body._id,
    ),
  );
  const { readModels, log, engine, requests } = server.running.composition;
  const read = (journeys = readModels.journeys) =>
    readJourneys({ readModels: { ...readModels, journeys }, log, engine, requests }, batchIds);
  const before = await read();
  let pages = 0;
  const changed = await read({
    ...readModels.journeys,
    async find(filter, options) {
      const page = await readModels.journeys.find(filter, options);
      pages += 1;
      if (pages > 1) return page;
      for (const id of ids) await Admin.call('changeApplication', { params: { id }, body: { status: 'WITHDRAWN' } });
      return page;
    },
  });
  expect(pages).toBe(2);
  const statusesIn = (answer: typeof before) =>
    answer.ok && answer.value.recorded.map(({ moves }) => moves.map(({ status }) => status));
  expect(statusesIn(changed)).toEqual(statusesIn(before));
  expect(statusesIn(await read())).toEqual([
    ['NEW', 'WITHDRAWN'],
    ['NEW', 'WITHDRAWN'],
  ]);
});
