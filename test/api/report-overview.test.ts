import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { startServer } from '../../api/server.ts';
import { onlyCourse } from '../../domain/batch/courses.ts';
import { bucketKey } from '../../domain/reports/buckets.ts';
import { compared } from '../../domain/reports/comparison.ts';
import { grandTotal } from '../../domain/reports/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addDays, dayIn } from '../../domain/values/days.ts';
import { drillPath, drillTest, readDrill } from '../../web/src/shared/reports/drill.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { newInstallation } from '../support/installation.ts';
import { applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ZONE = 'Asia/Manila';

/** Counts from the log, with no code of the portal except the zone's calendar. */
function countedIn(exported: string) {
  const lines = exported.split('\n').filter((line) => line.startsWith('{"stream":"application-'));
  const alive = new Map<string, { batchId: string; day: string; at: string }>();
  const sentAt = new Map<string, string>();
  for (const line of lines) {
    const { stream, type, ...stored } = JSON.parse(line);
    const { data } = JSON.parse(stored.data);
    const { at: when } = JSON.parse(stored.metadata);
    const id = String(stream).slice('application-'.length);
    if (type === 'ApplicationSubmitted') sentAt.set(id, when);
    if (type === 'ApplicationCopied') sentAt.set(id, sentAt.get(data.fromId) ?? when);
    if (type === 'ApplicationSubmitted' || type === 'ApplicationCopied') {
      const sent = sentAt.get(id) ?? when;
      alive.set(id, { batchId: data.batchId, at: sent, day: dayIn(ZONE, sent) });
    }
    if (type === 'ApplicationTransferred' || type === 'ApplicationRemoved' || type === 'PersonalDataErased')
      alive.delete(id);
  }
  return [...alive.values()];
}

describeEmbedded('the overview of the demo school', () => {
  test('equals an independent count over its exported events, and every number opens that many applications', async () => {
    const installation = await newInstallation();
    await installation.operate('demo', { applications: 120 });
    const file = join(await mkdtemp(join(tmpdir(), 'intake-exported-')), 'all.ndjson');
    await installation.operate('events export', { file, passphrase: null });
    const counted = countedIn(await readFile(file, 'utf8'));
    expect(counted.length).toBeGreaterThan(100);
    const server = await startServer(installation.config);
    try {
      const owner = createClient(server.url);
      await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
      const { body: batches } = await owner.call('listBatches');
      const { body: rows } = await owner.call('listApplications');
      const isCounted = (filter: Parameters<typeof drillPath>[0]) => {
        const address = new URL(drillPath(filter), server.url).searchParams;
        const read = readDrill(address);
        if (!read) throw new Error(`${address} is no number of a report`);
        const find = (id: string) => rows.find(({ _id }) => _id === id);
        return rows.filter(drillTest(read, batches, (at) => dayIn(ZONE, at), { find })).length;
      };
      for (const interval of ['month', 'week'] as const) {
        const { body } = await owner.call('reportOverview', { query: { courses: 'all', period: 'allTime', interval } });
        const { trends, launch, courses } = body;
        for (const [nth, row] of trends.rows.entries()) {
          for (const [place, column] of trends.columns.entries()) {
            const inCell = counted.filter(
              ({ batchId, day }) => batchId === column.key && bucketKey(day, interval) === row.key,
            );
            expect(row.cells[place], `${row.title}, ${column.title}`).toBe(inCell.length);
            expect(isCounted({ ...trends.filter, ...row.filter, ...column.filter })).toBe(inCell.length);
          }
          expect(nth === 0 || trends.rows[nth - 1]?.filter.to).toBe(nth === 0 || addDays(row.filter.from ?? '', -1));
        }
        expect(grandTotal(trends)).toBe(counted.length);
        expect(courses.rows.map(({ cells }) => cells[0])).toEqual(trends.totals);
        for (const row of launch.rows) {
          for (const [place, column] of launch.columns.entries()) {
            expect(isCounted({ ...launch.filter, ...row.filter, ...column.filter })).toBe(row.cells[place] ?? 0);
          }
        }
        expect(isCounted(launch.filter)).toBe(grandTotal(launch));
        expect(new Set([trends, launch, courses].map(({ position }) => position)).size).toBe(1);
      }
      let compares = 0;
      for (const { _id, name } of batches) {
        const query = { courses: onlyCourse(_id) };
        const { launch } = (await owner.call('reportOverview', { query })).body;
        const { table } = (await owner.call('reportFunnel', { query })).body;
        const { cells = [] } = table.rows.find(({ key }) => key === 'applied') ?? {};
        const place = table.columns.findIndex(({ key }) => key === 'before');
        const [, former, day] = /^“(.*)” on day (\d+)$/.exec(table.columns[place]?.title ?? '') ?? [];
        const [count, before] = [cells[0] ?? 0, cells[place] ?? 0];
        if (former === undefined || count === 0 || before === 0) continue;
        expect(launch.sentence).toBe(
          `${count} had applied to ${name} by day ${day}, ${compared(count, before)} to ${former} by its day ${day}.`,
        );
        compares += 1;
      }
      expect(compares).toBeGreaterThan(1);
    } finally {
      await server.close();
    }
  }, 120_000);
});

describe('the overview', () => {
  let server: TestServer;
  let school: School;
  let other: School;
  beforeAll(async () => {
    server = await startTestServer();
    school = await createSchool(server, 'reported-school');
    other = await createSchool(server, 'unreported-school');
  });
  afterAll(() => server.close());

  test('follows submissions, transfers and erasures, in its own school only', async () => {
    const { Owner, Viewer } = school.staff;
    const totals = async () => {
      const { body } = await Viewer.call('reportOverview', { query: { courses: 'all' } });
      return new Map(body.courses.rows.map(({ key, cells }) => [key, cells[0]]));
    };
    const first = await applied(server, school);
    await applied(server, school);
    await applied(server, other);
    expect((await totals()).get(school.batches.Open)).toBe(2);

    const { body: target } = await Owner.call('createBatch', {
      body: { name: 'Target', status: 'Open', processId: school.processId },
    });
    const { body: original } = await Owner.call('changeApplication', {
      params: { id: first.applicationId },
      body: { status: 'TRANSFERRED', transferBatchId: target._id },
    });
    const after = await totals();
    expect([after.get(school.batches.Open), after.get(target._id)]).toEqual([1, 1]);
    const copy = await Owner.call('getApplication', { params: { id: original.transferredTo ?? '' } });
    expect(copy.body.appliedAt).toBe(original.createdAt);

    await Owner.call('erasePerson', { body: { applicationId: original.transferredTo ?? '' } });
    expect([...(await totals()).values()].reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1);
  });

  test('needs both dates of a custom period, in order, within twenty years', async () => {
    const refusal = async (from?: string, to?: string) => {
      const { status, problem } = await school.staff.Viewer.call('reportOverview', {
        query: { period: 'custom', ...(from && { from }), ...(to && { to }) },
      });
      return [status, problem?.message];
    };
    expect(await refusal('2026-01-01')).toEqual([422, TEXTS.reports.bothDates]);
    expect(await refusal(undefined, '2026-01-01')).toEqual([422, TEXTS.reports.bothDates]);
    expect(await refusal('2026-01-02', '2026-01-01')).toEqual([422, TEXTS.reports.datesInOrder]);
    expect(await refusal('2000-01-01', '2026-01-01')).toEqual([422, TEXTS.reports.rangeTooLong(20)]);
    for (const [from, to] of [
      ['9979-12-31', '9999-12-30'],
      ['0000-01-01', '0001-01-01'],
    ] as const)
      expect(await refusal(from, to)).toEqual([422, TEXTS.reports.yearUnknown('1 Jan 1970', '31 Dec 2199')]);
    expect((await refusal('2180-01-02', '2199-12-31'))[0]).toBe(200);
    expect((await refusal('1970-01-01', '1970-01-01'))[0]).toBe(200);
    expect((await refusal('2026-01-01', '2026-01-01'))[0]).toBe(200);
  });
});
