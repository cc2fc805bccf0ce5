import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../commands/context/context.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { testRule } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { whenBuilt } from '../support/reports.ts';
import { answers, applied, createSchool, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const { savedReports: TEXT } = TEXTS;
const POLL = { timeout: 60_000, interval: 50 };

let server: TestServer;
let school: School;
let other: School;
let owner: Client;
let viewer: Client;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  [school, other] = [await createSchool(server, 'reporting'), await createSchool(server, 'other-reporting')];
  ({ Owner: owner, Viewer: viewer } = school.staff);
});
afterAll(() => server.close());

const SUBMITTED = { events: ['ApplicationSubmitted'] };
const by = (field: string) => ({ kind: 'field', field, when: 'today' }) as const;
async function saved(body: NonNullable<Parameters<typeof owner.call<'createSavedReport'>>[1]>['body'], client = owner) {
  const { status, body: made, problem } = await client.call('createSavedReport', { body });
  if (status !== 200) throw new Error(problem.message);
  return made;
}
const setStatus = (id: string, status: string) => owner.call('changeApplication', { params: { id }, body: { status } });
const total = (client: Client, id: string, value: number) =>
  whenBuilt(client, id, (table) => table.total.value === value);

describe('saved reports', () => {
  test('are built from history, follow new events, and give table, file and total of one position', async () => {
    const one = await applied(server, school);
    await applied(server, school);
    await applied(server, other);
    const report = await saved({ name: 'Today, by "status"', ...SUBMITTED, groupBy: [by('application.status')] });
    expect(report.sentence).toBe('Counts how often applications were submitted, by status.');
    expect(report).toMatchObject({ edition: 1, isPinned: false, isAdminOnly: false, chart: 'columns' });
    const table = await total(owner, report._id, 2);
    expect(table.axes[0]).toMatchObject({
      label: 'Status',
      buckets: [{ label: 'NEW' }],
      figures: [{ value: 2, n: 2 }],
    });
    await setStatus(one.applicationId, 'INFORMATION SENT');
    const moved = await whenBuilt(owner, report._id, ({ axes }) => axes[0]?.buckets.length === 2);
    expect(moved.axes[0]?.figures.map(({ value }) => value)).toEqual([1, 1]);
    const csv = await owner.call('getReportCsv', { params: { id: report._id } });
    expect(csv.headers.get('Content-Disposition')).toContain('attachment');
    expect(String(csv.body).split('\r\n').slice(0, 5)).toEqual([
      'Status,Count',
      'INFORMATION SENT,1',
      'NEW,1',
      'Total,2',
      '',
    ]);
    expect(csv.body).toContain('Report,"Today, by ""status"""');
    expect(csv.body).toContain('Time zone,Asia/Manila');
    expect(csv.body).toContain(`Position,${moved.position}`);
    expect((await owner.call('getReportProgress', { params: { id: report._id } })).body).toMatchObject({
      state: 'live',
    });
  });

  test('open exactly the applications behind each number, as of the position of that number', async () => {
    const ids = [await applied(server, school), await applied(server, school)].map(
      ({ applicationId }) => applicationId,
    );
    await setStatus(ids[0] as string, 'INTERVIEW PENDING');
    const day = { kind: 'time', unit: 'day', clock: 'recorded' } as const;
    const report = await saved({ name: 'Numbers', ...SUBMITTED, groupBy: [day, by('application.status')] });
    const table = await whenBuilt(owner, report._id);
    const { axes, cells, position } = table;
    const nameOf = (axis: number, place: number) => {
      const { kind = 'none', key = null } = axes[axis]?.buckets[place] ?? {};
      return kind === 'value' ? `=${key}` : kind;
    };
    const open = (query: { first?: string; second?: string }, client = owner) =>
      client.call('getReportApplications', { params: { id: report._id }, query: { position, ...query } });
    const numbers = [
      { query: {}, n: table.total.value },
      ...(axes[0]?.figures ?? []).map(({ value }, at) => ({ query: { first: nameOf(0, at) }, n: value })),
      ...(axes[1]?.figures ?? []).map(({ value }, at) => ({ query: { second: nameOf(1, at) }, n: value })),
      ...cells.map(({ at: [one = 0, other = 0], value }) => ({
        query: { first: nameOf(0, one), second: nameOf(1, other) },
        n: value,
      })),
    ];
    expect(numbers.length).toBeGreaterThan(4);
    for (const { query, n } of numbers) expect([query, (await open(query)).body.ids.length]).toEqual([query, n]);
    const pending = { second: '=INTERVIEW PENDING' };
    expect((await open(pending, viewer)).body).toMatchObject({ title: 'Numbers: INTERVIEW PENDING' });
    expect((await open(pending)).body.ids).toContain(ids[0]);
    await setStatus(ids[1] as string, 'INTERVIEW PENDING');
    const moved = await whenBuilt(owner, report._id, (newer) => newer.position !== position);
    expect((await open(pending)).body.ids).not.toContain(ids[1]);
    const now = await owner.call('getReportApplications', {
      params: { id: report._id },
      query: { position: moved.position, ...pending },
    });
    expect(now.body.ids).toContain(ids[1]);
    expect((await open({ first: '=1999-01-01' })).problem.message).toBe(TEXT.numberChanged);
    expect((await open(pending, other.staff.Owner)).status).toBe(404);
    const csv = await owner.call('getReportCsv', { params: { id: report._id }, query: { position } });
    expect(csv.body).toContain(`Position,${position}`);
    const figures = (await owner.call('getReportResult', { params: { id: report._id }, query: { position } })).body;
    expect(figures.table).toMatchObject({ position, cells });
    const unknown = { params: { id: report._id }, query: { position: 'never' } };
    expect((await owner.call('getReportResult', unknown)).status).toBe(400);
  });

  test('keep the former figures until a new edition is built', async () => {
    const report = await saved({ name: 'Editions', ...SUBMITTED });
    const params = { id: report._id };
    await whenBuilt(owner, report._id);
    const renamed = await owner.call('changeSavedReport', { params, body: { name: 'Renamed', chart: 'line' } });
    expect(renamed.body).toMatchObject({ edition: 1, name: 'Renamed' });
    const changed = await school.staff.Admin.call('changeSavedReport', {
      params,
      body: { version: renamed.body.version, groupBy: [by('application.batch')], measure: { kind: 'applications' } },
    });
    expect(changed.body).toMatchObject({ edition: 2, definedBy: { email: 'admin@reporting.example' } });
    const { body } = await owner.call('getReportResult', { params });
    expect(body.table).not.toBeNull();
    const table = await whenBuilt(owner, report._id);
    expect(table).toMatchObject({ edition: 2, unit: 'applications', isFormer: false });
    expect(table.axes[0]?.buckets.map(({ label }) => label)).toEqual(['Open batch']);
    const versions = await owner.call('savedReportVersions', { params });
    expect(versions.body).toHaveLength(3);
    const restored = await owner.call('restoreSavedReport', { params, body: { version: 0 } });
    expect(restored.body).toMatchObject({ edition: 3, name: 'Editions', groupBy: [], measure: { kind: 'count' } });
    await whenBuilt(owner, report._id);
    expect((await owner.call('getSavedReport', { params, query: { version: '2' } })).body.edition).toBe(2);
  });

  test('keep their figures when the question before the newest is asked again', async () => {
    const report = await saved({ name: 'Back again', ...SUBMITTED });
    const params = { id: report._id };
    const { definition } = await whenBuilt(owner, report._id);
    const asked = (body: object) => owner.call('changeSavedReport', { params, body });
    await asked({ measure: { kind: 'applications' } });
    const { body: again } = await asked({ measure: { kind: 'count' } });
    expect(again.edition).toBe(3);
    expect(await whenBuilt(owner, report._id)).toMatchObject({ edition: 3, definition });
    await asked({ groupBy: [by('application.status')] });
    const table = await whenBuilt(owner, report._id);
    expect([table.axes.length, table.definition > definition]).toEqual([1, true]);
  });

  test('preview the newest events before they are saved, and save nothing', async () => {
    await applied(server, school);
    const question = {
      ...SUBMITTED,
      where: [],
      groupBy: [by('application.batch')],
      measure: { kind: 'count' } as const,
    };
    const before = (await owner.call('listSavedReports')).body.length;
    const { body } = await viewer.call('previewReport', { body: question });
    expect(body).toMatchObject({ limits: [TEXT.previewNewest], axes: [{ buckets: [{ label: 'Open batch' }] }] });
    expect(body.total.value).toBeGreaterThan(0);
    const foreign = await other.staff.Owner.call('previewReport', { body: question });
    expect(foreign.body.total.value).toBe(1);
    expect((await owner.call('listSavedReports')).body).toHaveLength(before);
    const none = await owner.call('previewReport', { body: { ...question, events: [] } });
    expect(none.problem.message).toBe(TEXT.eventMissing);
  });

  test('forget an erased person', async () => {
    const { applicationId, email } = await applied(server, school);
    const report = await saved({ name: 'Erasure', events: ['ApplicationSubmitted', 'StatusChanged'] });
    const { total: before } = await whenBuilt(owner, report._id);
    await setStatus(applicationId, 'INFORMATION SENT');
    await total(owner, report._id, (before.value ?? 0) + 1);
    const { privacy } = server.running.composition;
    const person = await privacy.findInOrganization({ email, organizationId: school.organizationId });
    if (!person.ok) throw new Error(person.rejection.message);
    await privacy.erase(person.value, systemContext(Date.now()));
    await total(owner, report._id, (before.value ?? 0) - 1);
  });

  testRule('group and filter by no personal answer, also when it becomes personal later', async () => {
    const form = PROCESS.applicationForm;
    const field = {
      name: 'heard',
      label: 'How did you hear of us?',
      dataType: 'select',
      required: false,
      options: ['Radio'],
    };
    const withField = (more: object) => ({
      ...PROCESS,
      label: 'Asking',
      applicationForm: { ...form, fields: [...form.fields, { ...field, ...more }] },
    });
    const refused = await owner.call('createSavedReport', {
      body: { name: 'Names', ...SUBMITTED, groupBy: [by('answer.firstName')] },
    });
    expect(refused).toMatchObject({ status: 422, problem: { message: TEXT.fieldUnavailable('firstName') } });
    const filtered = await owner.call('createSavedReport', {
      body: { name: 'Names', ...SUBMITTED, where: [{ field: 'answer.motivation', values: ['x'] }] },
    });
    expect(filtered.problem.message).toBe(TEXT.fieldUnavailable('motivation'));
    const id = school.processId;
    const asked = await owner.call('changeProcess', { params: { id }, body: { json: JSON.stringify(withField({})) } });
    expect(asked.status).toBe(200);
    await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers('heard@mail.example'), heard: 'Radio' },
    });
    const report = await saved({ name: 'Heard', ...SUBMITTED, groupBy: [by('answer.heard')] });
    const table = await whenBuilt(owner, report._id);
    expect(table.axes[0]?.buckets.map(({ label }) => label)).toContain('Radio');
    const renamed = JSON.stringify(withField({ options: ['Web'] }));
    expect((await owner.call('changeProcess', { params: { id }, body: { json: renamed } })).status).toBe(200);
    const former = await whenBuilt(owner, report._id);
    expect(former.axes[0]?.buckets.map(({ label }) => label)).toContain('No longer offered');
    const file = await owner.call('getReportCsv', { params: { id: report._id } });
    expect(JSON.stringify([former, file.body])).not.toContain('Radio');
    const where = [{ field: 'answer.heard', values: ['Radio'] }];
    const guessed = await owner.call('createSavedReport', { body: { name: 'Guess', ...SUBMITTED, where } });
    expect(guessed.problem.message).toBe(TEXT.answerNotOffered('How did you hear of us?'));
    const json = JSON.stringify(withField({ isPersonal: true }));
    expect((await owner.call('changeProcess', { params: { id }, body: { json } })).status).toBe(200);
    const { body } = await owner.call('getReportResult', { params: { id: report._id } });
    expect(body).toMatchObject({
      table: null,
      progress: { state: 'stopped', problem: { message: TEXT.fieldUnavailable('heard'), next: TEXT.nextChange } },
    });
    expect(JSON.stringify(body)).not.toContain('Radio');
    await vi.waitFor(async () => {
      const { projections } = await server.running.composition.dynamic.status();
      expect(projections.map(({ name }) => name)).not.toContain(`report-${report._id}`);
    }, POLL);
    expect((await owner.call('deleteSavedReport', { params: { id: report._id } })).body.message).toBe(TEXT.deleted);
  });

  testRule('show each reader only what that reader may see, wherever they are pinned or linked', async () => {
    const open = await saved({ name: 'Open', ...SUBMITTED }, viewer);
    const closed = await saved({ name: 'Closed', events: ['CommentAdded'] });
    expect(closed.isAdminOnly).toBe(true);
    const refused = await viewer.call('createSavedReport', { body: { name: 'Mine', events: ['CommentAdded'] } });
    expect(refused).toMatchObject({ status: 403, problem: { message: TEXT.adminOnly } });
    const preview = { events: ['CommentAdded'], where: [], groupBy: [], measure: { kind: 'count' } as const };
    expect((await viewer.call('previewReport', { body: preview })).status).toBe(403);
    await owner.call('pinReport', { params: { id: closed._id } });
    await owner.call('pinReport', { params: { id: open._id } });
    const pinned = async (client: Client) =>
      (await client.call('listSavedReports')).body.flatMap(({ name, isPinned }) => (isPinned ? [name] : []));
    expect(await pinned(owner)).toEqual(['Closed', 'Open']);
    expect(await pinned(viewer)).toEqual(['Open']);
    expect(await pinned(other.staff.Owner)).toEqual([]);
    await whenBuilt(owner, closed._id);
    const calls = [
      'getSavedReport',
      'getReportResult',
      'getReportCsv',
      'getReportApplications',
      'getReportProgress',
      'pinReport',
      'unpinReport',
      'deleteSavedReport',
      'undeleteSavedReport',
      'savedReportVersions',
      'restoreSavedReport',
    ] as const;
    const outsiders = { here: viewer, ...other.staff };
    for (const [role, client] of Object.entries(outsiders)) {
      for (const name of calls) {
        const more = name === 'restoreSavedReport' ? { body: { version: 0 } } : {};
        const absent = await client.call(name, { params: { id: 'nobodys' }, ...more });
        const { status, problem } = await client.call(name, { params: { id: closed._id }, ...more });
        expect([role, name, status, problem.message]).toEqual([role, name, 404, absent.problem.message]);
      }
    }
    const params = { id: open._id };
    const wider = await viewer.call('changeSavedReport', { params, body: { events: ['CommentAdded'] } });
    expect(wider.status).toBe(403);
    // Figures of a former admin-only question are not for the Viewer either.
    await owner.call('changeSavedReport', { params: { id: closed._id }, body: SUBMITTED });
    const { body } = await viewer.call('getReportResult', { params: { id: closed._id } });
    expect(body.table?.isFormer ?? false).toBe(false);
    const catalogue = await viewer.call('getReportCatalogue');
    expect(catalogue.body.events.map(({ type }) => type)).not.toContain('CommentAdded');
    expect(
      catalogue.body.fields.find(({ id }) => id === 'application.batch')?.options?.map(({ label }) => label),
    ).toContain('Open batch');
  });

  testRule('are changed, pinned and deleted by those who saved them, and by Owners and Admins', async () => {
    const others = await saved({ name: 'Of the Owner', ...SUBMITTED });
    const own = await saved({ name: 'Of the Viewer', ...SUBMITTED }, viewer);
    const changes = [
      'changeSavedReport',
      'pinReport',
      'unpinReport',
      'deleteSavedReport',
      'undeleteSavedReport',
    ] as const;
    const outcomes = async (client: Client, id: string) => {
      const statuses: number[] = [];
      for (const name of changes) {
        const { status } = await client.call(name, {
          params: { id },
          ...(name === 'changeSavedReport' && { body: {} }),
        });
        statuses.push(status);
      }
      return statuses;
    };
    expect(await outcomes(viewer, others._id)).toEqual([403, 403, 403, 403, 403]);
    expect(await outcomes(viewer, own._id)).toEqual([200, 200, 200, 200, 200]);
    expect(await outcomes(school.staff.Admin, own._id)).toEqual([200, 200, 200, 200, 200]);
    expect(await outcomes(other.staff.Owner, own._id)).toEqual([404, 404, 404, 404, 404]);
  });

  testRule('come back under their id when a deletion is undone, while the school has room', async () => {
    const { _id: id } = await saved({ name: 'Back', ...SUBMITTED });
    const params = { id };
    await owner.call('pinReport', { params });
    const before = await whenBuilt(owner, id);
    await owner.call('deleteSavedReport', { params });
    expect((await owner.call('getReportResult', { params })).status).toBe(404);
    expect((await owner.call('listSavedReports')).body.map(({ _id }) => _id)).not.toContain(id);
    const { body } = await owner.call('undeleteSavedReport', { params });
    expect(body).toMatchObject({ _id: id, name: 'Back', isPinned: true });
    expect((await whenBuilt(owner, id)).total).toEqual(before.total);
    const versions = await owner.call('savedReportVersions', { params });
    expect(versions.body.map(({ isFirst }) => isFirst)).toEqual([true]);
    expect((await owner.call('undeleteSavedReport', { params: { id: 'nobodys' } })).status).toBe(404);
  });

  testRule('keep their author, edition and date when another person undoes the deletion', async () => {
    const { _id: id } = await saved({ name: 'Kept', ...SUBMITTED }, viewer);
    const params = { id };
    await viewer.call('changeSavedReport', { params, body: { measure: { kind: 'applications' } } });
    const { body: before } = await viewer.call('getSavedReport', { params });
    await owner.call('deleteSavedReport', { params });
    const { body: after } = await owner.call('undeleteSavedReport', { params });
    expect(after).toEqual({ ...before, version: after.version, createdAt: after.createdAt });
    expect(after.edition).toBe(2);
    expect((await viewer.call('deleteSavedReport', { params })).status).toBe(200);
  });

  testRule('are limited in number and in size', async () => {
    const full = await createSchool(server, 'full-of-reports');
    const { Admin } = full.staff;
    const { reports: most } = QUOTAS.organization;
    const made = await Promise.all(
      Array.from({ length: most + 5 }, (_, n) =>
        Admin.call('createSavedReport', { body: { name: `Report ${n}`, ...SUBMITTED } }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(most);
    const beyond = await Admin.call('createSavedReport', { body: { name: 'One more', ...SUBMITTED } });
    expect(beyond.problem.message).toBe(TEXT.tooMany(QUOTAS.organization.reports));
    const [first] = (await Admin.call('listSavedReports')).body;
    const params = { id: first?._id ?? '' };
    await Admin.call('deleteSavedReport', { params });
    await saved({ name: 'In its place', ...SUBMITTED }, Admin);
    const undone = await Admin.call('undeleteSavedReport', { params });
    expect(undone.problem.message).toBe(TEXT.tooMany(QUOTAS.organization.reports));
    const values = Array.from({ length: 51 }, (_, n) => `Source ${n}`);
    const where = [{ field: 'application.source', values }];
    const long = await owner.call('createSavedReport', { body: { name: 'Long', ...SUBMITTED, where } });
    expect(long.problem.message).toBe(TEXT.tooManyValues(50));
    const wide = Array.from({ length: 10 }, (_, n) => ({
      field: n < 5 ? 'application.source' : 'application.medium',
      values: Array.from({ length: 50 }, (_, m) => `${n}.${m} ${'x'.repeat(400)}`),
    }));
    const large = await owner.call('createSavedReport', { body: { name: 'Large', ...SUBMITTED, where: wide } });
    expect(large.problem.message).toBe(TEXT.tooLarge);
  });
});
