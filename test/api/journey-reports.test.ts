import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, STAFF } from '../../api/operator/demo/school.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { FUNNEL_STATUSES } from '../../domain/reports/funnel.ts';
import { hasSigned, isOpen } from '../../domain/reports/journey.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { type Installation, newInstallation, PASSPHRASE } from '../support/installation.ts';

interface Line {
  readonly type: string;
  readonly stream: string;
  readonly at: string;
  /** Of those events that have them. */
  readonly data: Readonly<Record<'batchId' | 'fromId' | 'to' | 'since', string>>;
}

const linesOf = (file: string): readonly Line[] =>
  file.split('\n').flatMap((text) => {
    const { stream, type, data, metadata } = text === '' ? {} : JSON.parse(text);
    return stream ? [{ stream, type, data: JSON.parse(data).data, at: JSON.parse(metadata).at }] : [];
  });

/** Each application's statuses, counted from the exported log without the portal's code. */
function countedIn(lines: readonly Line[]) {
  const ways = new Map<string, { batchId: string; trail: [status: string, at: string][]; isGone: boolean }>();
  for (const { type, stream, at, data } of lines) {
    if (!stream.startsWith('application-')) continue;
    const id = stream.slice('application-'.length);
    const way = ways.get(id);
    if (type === 'ApplicationSubmitted') ways.set(id, { batchId: data.batchId, trail: [['NEW', at]], isGone: false });
    if (type === 'ApplicationCopied') {
      const original = ways.get(data.fromId);
      ways.set(id, { batchId: data.batchId, trail: [...(original?.trail ?? [])], isGone: false });
      if (original) original.isGone = true;
    }
    if (type === 'StatusChanged' && way) {
      const undone = way.trail.findLastIndex(([status, since]) => status === data.to && since === data.since);
      if (undone === -1) way.trail.push([data.to, at]);
      else way.trail.splice(undone + 1);
    }
    if (way && (type === 'PersonalDataErased' || type === 'ApplicationRemoved')) way.isGone = true;
  }
  return [...ways].filter(([, { isGone }]) => !isGone).map(([id, way]) => ({ id, ...way }));
}

describeEmbedded('the reports on journeys of the demo school', () => {
  let installation: Installation;
  let home: string;
  let server: RunningServer;
  let ways: ReturnType<typeof countedIn>;
  const staff = new Map<string, Client>();
  const owner = () => staff.get('Owner') as Client;

  beforeAll(async () => {
    installation = await newInstallation();
    await installation.operate('demo', { applications: 80 });
    home = await mkdtemp(join(tmpdir(), 'intake-reports-'));
    const file = join(home, 'events.ndjson');
    await installation.operate('events export', { file, passphrase: PASSPHRASE });
    ways = countedIn(linesOf(await readFile(file, 'utf8')));
    server = await startServer(installation.config);
    for (const { email, role } of STAFF) {
      const client = createClient(server.url);
      await client.call('login', { body: { email, password: DEMO_PASSWORD } });
      staff.set(role, client);
    }
  }, 120_000);
  afterAll(async () => {
    await server.close();
    for (const directory of [installation.directory, home]) await rm(directory, { recursive: true, force: true });
  });

  test('the funnel of each course equals a count over the exported events, and each number lists its applications', async () => {
    const { body: batches } = await owner().call('listBatches');
    for (const { _id } of [{ _id: null }, ...batches]) {
      const courses = _id === null ? 'all' : `none,${_id}`;
      const own = ways.filter(({ batchId }) => _id === null || batchId === _id);
      const { status, body } = await owner().call('reportFunnel', { query: { courses } });
      expect(status).toBe(200);
      const { columns, rows } = body.table;
      const reached = new Map(rows.map(({ key, cells }) => [key, cells[0]]));
      expect(reached.get('applied')).toBe(own.length);
      for (const wanted of FUNNEL_STATUSES) {
        const expected = own.filter(({ trail }) => trail.some(([status]) => status === wanted));
        expect([wanted, reached.get(wanted)]).toEqual([wanted, expected.length]);
      }
      for (const row of rows) {
        for (const [index, { key, members, unit }] of columns.entries()) {
          const value = row.cells[index];
          if (_id !== null && key !== 'before') continue;
          if (!members || unit !== 'count' || value === null) continue;
          const query = { courses, asOf: body.position, ...row.members, ...members } as unknown as { group: 'applied' };
          const { body: list } = await owner().call('reportMembers', { query });
          expect([row.key, list.ids.length]).toEqual([row.key, value]);
        }
      }
    }
  });

  test('courses and sources add up to the whole, and every role reads the same', async () => {
    const query = { courses: 'all', by: 'source' } as const;
    const { body: whole } = await owner().call('reportFunnel', { query: { courses: 'all' } });
    const { body: bySource } = await owner().call('reportFunnel', { query });
    for (const [index, row] of bySource.table.rows.entries()) {
      const sum = row.cells.reduce<number>((total, count) => total + (count ?? 0), 0);
      expect([row.key, sum]).toEqual([row.key, whole.table.rows[index]?.cells[0]]);
    }
    for (const client of staff.values()) {
      const { body } = await client.call('reportFunnel', { query });
      expect({ ...body, position: bySource.position }).toEqual(bySource);
    }
  });

  test('the forecast counts what the export holds, and its past cases are listed', async () => {
    const { status, body } = await owner().call('reportForecast');
    expect(status).toBe(200);
    expect(body.courses.length).toBeGreaterThan(0);
    expect(body.leftOut).toBeNull();
    for (const { batchId, signed, open, statuses, from } of body.courses) {
      const now = ways
        .filter((way) => way.batchId === batchId)
        .map(({ trail }) => trail.at(-1)?.[0] as ApplicationStatus);
      expect([signed, open]).toEqual([now.filter(hasSigned).length, now.filter(isOpen).length]);
      for (const { status: wanted, cases, signed: yes } of statuses) {
        const past = ways.filter(
          (way) => from.includes(way.batchId) && way.trail.some(([reached]) => reached === wanted),
        );
        const ends = past.map(({ trail }) => trail.at(-1)?.[0] as ApplicationStatus);
        expect([wanted, cases, yes]).toEqual([wanted, past.length, ends.filter(hasSigned).length]);
        const query = {
          courses: ['none', ...from].join(','),
          group: 'reached',
          status: wanted,
          asOf: body.position,
        } as const;
        expect((await owner().call('reportMembers', { query })).body.ids).toHaveLength(cases);
      }
    }
  });

  test('an answer can be repeated as of its position after the log has gone on', async () => {
    const query = { courses: 'all' } as const;
    const { body: before } = await owner().call('reportFunnel', { query });
    const moving = ways.find(({ trail }) => trail.at(-1)?.[0] === 'NEW');
    const params = { id: moving?.id ?? '' };
    await owner().call('changeApplication', { params, body: { status: 'DRILLS PENDING' } });
    const { body: after } = await owner().call('reportFunnel', { query });
    expect(after.table).not.toEqual(before.table);
    const { body: again } = await owner().call('reportFunnel', { query: { ...query, asOf: before.position } });
    expect(again).toEqual(before);
    const course = { batchId: moving?.batchId ?? '', limitsInstead: 'NEW:1' };
    const { body: asked } = await owner().call('whatIf', { query: course });
    const link = { ...course, limitsThen: asked.limitsThen, asOf: asked.position };
    const head = await server.composition.log.head();
    expect((await owner().call('whatIf', { query: link })).body).toEqual(asked);
    expect(asked.persons?.length).toBeGreaterThan(0);
    for (const { members, cells } of asked.table.rows) {
      for (const [nth, side] of (['was', 'would', 'differ'] as const).entries()) {
        const { body } = await owner().call('whatIfMembers', { query: { ...link, row: members.row ?? '', side } });
        expect(body.ids).toHaveLength(cells[nth] ?? 0);
      }
    }
    expect(await server.composition.log.head()).toEqual(head);
    await owner().call('changeApplication', { params, body: { status: 'CONTRACT SENT' } });
    await owner().call('changeApplication', { params, body: { status: 'WITHDRAWN' } });
    expect((await staff.get('Admin')?.call('whatIf', { query: link }))?.body).toEqual(asked);
    const same = await owner().call('whatIf', { query: { batchId: course.batchId } });
    expect(same.body).toMatchObject({ persons: [], unknown: 0 });
    const unknown = await owner().call('reportFunnel', { query: { asOf: `0x${'0'.repeat(32)}` } });
    expect(unknown.status).toBe(400);
  });

  test('a Viewer counts former states, but never learns which applications were in them', async () => {
    const viewer = staff.get('Viewer') as Client;
    const { body: all } = await owner().call('reportFunnel', { query: { courses: 'all' } });
    const asOf = all.position;
    for (const name of ['reportFunnel', 'reportForecast', 'reportOverview'] as const)
      expect((await viewer.call(name, { query: { asOf } })).status, name).toBe(403);
    const batchId = ways[0]?.batchId ?? '';
    expect((await viewer.call('whatIf', { query: { batchId, asOf } })).status).toBe(403);
    const members = { courses: 'all', group: 'here', status: 'NEW' } as const;
    expect((await viewer.call('reportMembers', { query: members })).status).toBe(200);
    const former: readonly Record<string, string>[] = [{ asOf }, { until: '2026-01-01T00:00:00Z' }];
    for (const past of former)
      expect((await viewer.call('reportMembers', { query: { ...members, ...past } })).status).toBe(403);
    const query = { batchId, limitsInstead: 'NEW:1' };
    const [seen, whole] = [await viewer.call('whatIf', { query }), await owner().call('whatIf', { query })];
    const { persons, position: _at, ...rest } = whole.body;
    expect(persons).toBeDefined();
    expect(seen.body).not.toHaveProperty('persons');
    const openable = ({ words, table }: typeof rest) => [...words, ...table.columns].filter(({ members }) => members);
    expect(openable(seen.body)).toEqual([]);
    expect(openable(rest).length).toBeGreaterThan(0);
    expect([seen.body.sentence, seen.body.table.rows]).toEqual([rest.sentence, rest.table.rows]);
    const numbers = { ...query, row: 'overdue', side: 'differ' } as const;
    expect((await viewer.call('whatIfMembers', { query: numbers })).status).toBe(403);
    const { body: one } = await owner().call('getApplication', { params: { id: ways[0]?.id ?? '' } });
    const then = { params: { id: one._id }, query: { asOf } };
    const statuses = [
      (await owner().call('getApplication', then)).status,
      (await viewer.call('getApplication', then)).status,
    ];
    expect(statuses).toEqual([200, 403]);
    const { body: batches } = await owner().call('listBatches');
    const columns = await Promise.all(
      batches.map(async ({ _id }) => {
        const alone = { courses: `none,${_id}` };
        const of = async (client: Client) => (await client.call('reportFunnel', { query: alone })).body.table.columns;
        return [await of(owner()), await of(viewer)].map((all) => all.find(({ key }) => key === 'before')?.members);
      }),
    );
    expect(columns.some(([opens]) => opens)).toBe(true);
    for (const [, hidden] of columns) expect(hidden ?? null).toBeNull();
  });
});
