import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedReportResult } from '../../api/contract/saved-reports.ts';
import { loadCatalogue } from '../../api/saved-reports/report-catalogue.ts';
import { createReportResults } from '../../api/saved-reports/report-results.ts';
import { tableView } from '../../api/saved-reports/report-table.ts';
import { projectionNameOf } from '../../api/saved-reports/saved-reports.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn } from '../../domain/values/days.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { whenBuilt } from '../support/reports.ts';
import { answers, applied, createSchool, freshEmail, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const STEPS = 22;
const STEP_MS = 2_000_000;
const { savedReports: TEXT } = TEXTS;

let server: TestServer;
let clock = Math.floor(Date.now() / 1000) * 1000;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => clock });
});
afterAll(() => server.close());

type Table = NonNullable<SavedReportResult['table']>;
type Body = NonNullable<Parameters<Client['call']>[1]> & Record<string, unknown>;

const day = { kind: 'time', unit: 'day', clock: 'recorded' } as const;
const by = (field: string, when: 'today' | 'event' = 'today') => ({ kind: 'field', field, when }) as const;
const QUESTIONS = [
  { name: 'By day and status', events: ['ApplicationSubmitted'], groupBy: [day, by('application.status')] },
  { name: 'By program', events: ['StatusChanged'], groupBy: [by('application.batch', 'event'), by('data.to')] },
  {
    name: 'Until contract',
    events: ['StatusChanged'],
    where: [{ field: 'data.to', values: ['CONTRACT SENT'] }],
    groupBy: [by('application.source')],
    measure: { kind: 'median', from: { event: 'ApplicationSubmitted', status: null } },
  },
  {
    name: 'Contracts',
    events: ['StatusChanged'],
    where: [{ field: 'application.status', values: ['CONTRACT SENT'] }],
    measure: { kind: 'applications' },
  },
  { name: 'Programs', events: ['BatchCreated', 'BatchStatusChanged'], groupBy: [by('application.batch')] },
] as const;

async function saved(client: Client, body: object) {
  const { status, body: made, problem } = await client.call('createSavedReport', { body: body as Body });
  if (status !== 200) throw new Error(problem.message);
  return made._id;
}

/** What is shown of a report, without the names of its result. */
const shownOf = ({ sentence, timeZone, unit, axes, cells, total, open, edition }: Table) => ({
  ...{ sentence, timeZone, unit, axes, cells: cells.toSorted((a, b) => (`${a.at}` < `${b.at}` ? -1 : 1)) },
  ...{ total, open, edition },
});

/** The figures of now, without what a running server keeps of former ones. */
async function figuresNow({ organizationId }: School, ids: readonly string[]) {
  const { readModels, dynamic, savedReports } = server.running.composition;
  const { reports, organizations } = readModels;
  const results = createReportResults({ dynamic, reports, savedReports });
  const catalogue = await loadCatalogue(organizationId, readModels);
  const { timeZone = 'UTC' } = (await organizations.get(organizationId)) ?? {};
  const today = dayIn(timeZone, new Date(clock).toISOString());
  const shown: Record<string, object> = {};
  for (const id of ids) {
    const report = await reports.get(id);
    const result = report && !report.isDeleted ? await results.read(report, { timeZone, catalogue }) : null;
    if (!report || !result || result.asked.definition !== report.definition) continue;
    const table = tableView(result.table, result.question, catalogue, { timeZone, today });
    shown[id] = { name: report.name, ...shownOf({ ...table, edition: report.edition } as Table) };
  }
  return shown;
}

/** Repeats until nothing happens during the recording, because emails are delivered at any moment. */
async function recordedNow(school: School, ids: readonly string[]) {
  const { engine, dynamic, log } = server.running.composition;
  for (;;) {
    const head = await log.head();
    await engine.waitFor(head);
    const { body } = await school.staff.Admin.call('listSavedReports');
    await Promise.all(body.map(({ _id }) => whenBuilt(school.staff.Admin, _id)));
    await dynamic.waitFor(head, { collections: body.map(({ _id }) => projectionNameOf(_id)) });
    const shown = await figuresNow(school, ids);
    const { body: place } = await school.staff.Admin.call('getAsOf', { query: { at: new Date(clock).toISOString() } });
    if ((await log.head()) === head) return { asOf: place.position, shown };
  }
}

const nameOf = ({ axes }: Table, axis: number, place: number) => {
  const { kind = 'none', key = null } = axes[axis]?.buckets[place] ?? {};
  return kind === 'value' ? `=${key}` : kind;
};

/** Every number of a table that counts applications opens so many of them. */
async function expectOpenable(client: Client, id: string, table: Table, asOf: string): Promise<void> {
  const open = async (query: { first?: string; second?: string }) =>
    (await client.call('getReportApplications', { params: { id }, query: { asOf, ...query } })).body.ids.length;
  const places = [
    { query: {}, value: table.total.value },
    ...(table.axes[0]?.figures ?? []).map(({ value }, at) => ({ query: { first: nameOf(table, 0, at) }, value })),
    ...table.cells.map(({ at: [one = 0, two = 0], value }) => ({
      query: { first: nameOf(table, 0, one), second: nameOf(table, 1, two) },
      value,
    })),
  ];
  for (const { query, value } of places) expect([query, await open(query)]).toEqual([query, value]);
}

test('saved reports as of a position equal what they showed then, and every number opens its applications', async () => {
  const school = await createSchool(server, 'past-saved-reports');
  const { Admin, Owner } = school.staff;
  const reportIds: string[] = [];
  for (const question of QUESTIONS) reportIds.push(await saved(Admin, question));
  const [numbers = '', second = '', third = '', fourth = ''] = reportIds;
  const open = [school.batches.Open];
  const ids: string[] = [];
  const emails: string[] = [];
  const submit = async () => {
    const email = freshEmail();
    const tracking = { source: ['Facebook', 'Friend', null][ids.length % 3] ?? null };
    const body = { batchId: open[ids.length % open.length] ?? '', tracking, ...answers(email) };
    ids.push((await server.client().call('submitApplication', { body })).body._id);
    emails.push(email);
  };
  const change = async (nth: number, status: 'INTERVIEW PENDING' | 'CONTRACT SENT' | 'WITHDRAWN') => {
    const params = { id: ids[nth % ids.length] ?? '' };
    const { status: before } = (await Admin.call('getApplication', { params })).body;
    const { version } = (await Admin.call('changeApplication', { params, body: { status } })).body;
    return () => Admin.call('changeApplication', { params, body: { status: before, undoes: version } });
  };
  let undo = async (): Promise<unknown> => undefined;
  const deeds: readonly (() => Promise<unknown>)[] = [
    submit,
    submit,
    async () => (undo = await change(0, 'CONTRACT SENT')),
    () => undo(),
    submit,
    () => change(1, 'CONTRACT SENT'),
    async () => {
      const details = { name: 'Second course', status: 'Open', processId: school.processId } as const;
      open.push((await Admin.call('createBatch', { body: details })).body._id);
    },
    async () => {
      const params = { id: ids[1] ?? '' };
      const body = { status: 'TRANSFERRED', transferBatchId: open[1] ?? '' } as const;
      const { transferredTo } = (await Admin.call('changeApplication', { params, body })).body;
      if (transferredTo) ids.push(transferredTo);
    },
    submit,
    () => Owner.call('changeBatch', { params: { id: open[0] ?? '' }, body: { name: 'Renamed course' } }),
    () => change(2, 'INTERVIEW PENDING'),
    () =>
      Owner.call('changeOrganization', { params: { id: school.organizationId }, body: { timeZone: 'Pacific/Apia' } }),
    () => Admin.call('changeSavedReport', { params: { id: second }, body: { measure: { kind: 'applications' } } }),
    () => change(3, 'CONTRACT SENT'),
    () => Admin.call('changeSavedReport', { params: { id: numbers }, body: { name: 'Renamed report' } }),
    async () => {
      const params = { id: ids.at(-2) ?? '' };
      await Admin.call('changeApplication', { params, body: { status: 'CANCELLED' } });
      await Admin.call('changeApplication', { params: { id: ids[1] ?? '' }, body: { status: 'NEW' } });
    },
    () => Admin.call('deleteSavedReport', { params: { id: fourth } }),
    submit,
    () => Owner.call('changeBatch', { params: { id: open[1] ?? '' }, body: { status: 'Closed' } }),
    () => change(4, 'WITHDRAWN'),
    () => Admin.call('undeleteSavedReport', { params: { id: fourth } }),
    () => Admin.call('deleteSavedReport', { params: { id: third } }),
  ];
  expect(deeds).toHaveLength(STEPS);
  const recorded: Awaited<ReturnType<typeof recordedNow>>[] = [];
  for (const deed of deeds) {
    clock += STEP_MS;
    await deed();
    recorded.push(await recordedNow(school, reportIds));
  }
  clock += STEP_MS;

  for (const [step, { asOf, shown }] of recorded.entries()) {
    const { body: list } = await Admin.call('listSavedReports', { query: { asOf } });
    expect([step, list.map(({ _id }) => _id).toSorted()]).toEqual([step, Object.keys(shown).toSorted()]);
    for (const id of reportIds) {
      const { status, body } = await Admin.call('getReportResult', { params: { id }, query: { asOf } });
      if (!shown[id]) {
        expect([step, id, status]).toEqual([step, id, 404]);
        continue;
      }
      expect([step, { name: body.report.name, ...shownOf(body.table as Table) }]).toEqual([step, shown[id]]);
    }
    const { body } = await Admin.call('getReportResult', { params: { id: numbers }, query: { asOf } });
    expect(body.table?.rules).toContain('Status: as of that moment, after transfers too.');
    await expectOpenable(Admin, numbers, body.table as Table, asOf);
    const csv = await Admin.call('getReportCsv', { params: { id: numbers }, query: { asOf } });
    const total = String(csv.body)
      .split('\r\n')
      .find((line) => line.startsWith('Total,'));
    expect(total).toBe(`Total,,${body.table?.total.value}`);
    expect(csv.body).toContain(`Position,${body.table?.position}`);
  }

  const { asOf } = recorded.at(-1) ?? { asOf: '' };
  const query = { asOf };
  const totalThen = async () =>
    (await Admin.call('getReportResult', { params: { id: numbers }, query })).body.table?.total.value ?? 0;
  const before = await totalThen();
  await (await confirmed(Owner)).call('erasePerson', { body: { email: emails[0] ?? '' } });
  expect(await totalThen()).toBe(before - 1);
  const { body: left } = await Admin.call('getReportApplications', { params: { id: numbers }, query });
  expect(left.ids).not.toContain(ids[0]);
}, 180_000);

test('a report as of a moment is for readers of the history, and uses nothing that is personal today', async () => {
  const school = await createSchool(server, 'guarded-past');
  const other = await createSchool(server, 'other-guarded-past');
  const { Owner, Viewer } = school.staff;
  const form = PROCESS.applicationForm;
  const heard = { name: 'heard', label: 'Heard of us', dataType: 'select', required: false, options: ['Radio'] };
  const asking = (more: object) =>
    JSON.stringify({
      ...PROCESS,
      label: 'Asking',
      applicationForm: { ...form, fields: [...form.fields, { ...heard, ...more }] },
    });
  const setProcess = (more: object) =>
    Owner.call('changeProcess', { params: { id: school.processId }, body: { json: asking(more) } });
  await setProcess({});
  const person = { batchId: school.batches.Open, ...answers(freshEmail()), heard: 'Radio' };
  await server.client().call('submitApplication', { body: person });
  const question = { name: 'Heard', events: ['ApplicationSubmitted'], groupBy: [by('answer.heard')] };
  const params = { id: await saved(Owner, question) };
  await whenBuilt(Owner, params.id, ({ total }) => total.value === 1);
  const at = new Date(clock).toISOString();
  clock += STEP_MS;
  await applied(server, school);
  await setProcess({ options: ['Web'] });
  const { position: asOf } = (await Owner.call('getAsOf', { query: { at } })).body;
  const read = (client: Client, query: { asOf?: string } = { asOf }) =>
    client.call('getReportResult', { params, query });
  const labels = (table: Table | null) => table?.axes[0]?.buckets.map(({ label }) => label);
  // The options of then, which were no free text.
  expect(labels((await read(Owner)).body.table)).toEqual(['Radio']);
  for (const name of ['listSavedReports', 'getReportResult', 'getReportCsv', 'getReportApplications'] as const) {
    const about = name === 'listSavedReports' ? {} : { params };
    expect([name, (await Viewer.call(name, { ...about, query: { asOf } })).status]).toEqual([name, 403]);
    const outside = await other.staff.Owner.call(name, { ...about, query: { asOf } });
    expect([name, outside.status, outside.body]).toEqual(
      name === 'listSavedReports' ? [name, 200, []] : [name, 404, outside.body],
    );
  }
  expect((await read(Viewer, {})).status).toBe(200);
  const nameless = await Owner.call('getReportApplications', { params });
  expect(nameless.status).toBe(400);
  await setProcess({ isPersonal: true });
  const refused = await read(Owner);
  expect([refused.status, refused.problem.message]).toEqual([409, TEXT.notThen]);
  expect(JSON.stringify(refused.body)).not.toContain('Radio');
});
