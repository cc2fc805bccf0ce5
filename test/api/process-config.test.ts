import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationSchema } from '../../api/contract/applications.ts';
import { RESERVED_NAMES } from '../../domain/process/check-config.ts';
import { PROCESS_CONFIG, type ProcessConfig } from '../../domain/process/config.ts';
import { move } from '../../domain/process-editing/edits.ts';
import { textToSave } from '../../domain/process-editing/saving.ts';
import type { Path } from '../../domain/process-editing/tree.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { type Applied, answers, applied, createSchool, freshEmail, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  [school, other] = [await createSchool(server, 'process-school'), await createSchool(server, 'other-school')];
});
afterAll(() => server.close());

const create = (config: object) =>
  school.staff.Admin.call('createProcess', { body: { json: JSON.stringify({ ...PROCESS, ...config }) } });
const changed = (processId: string, config: object, version?: number) =>
  school.staff.Admin.call('changeProcess', {
    params: { id: processId },
    body: { json: JSON.stringify({ ...PROCESS, ...config }), ...(version === undefined ? {} : { version }) },
  });
async function program(config: object = {}) {
  const { body: process } = await create(config);
  const { body: batch } = await school.staff.Admin.call('createBatch', {
    body: { name: `Batch ${process._id}`, status: 'Open', processId: process._id },
  });
  return { processId: process._id, version: process.version, batchId: batch._id };
}
const appliedTo = (batchId: string): Promise<Applied> =>
  applied(server, { ...school, batches: { ...school.batches, Open: batchId } });

describe('a config that cannot be saved', () => {
  const [about] = PROCESS.applicationDetailsSteps;
  const term = { target: 'STATUS', operator: 'Less than', comparisonValue: 'NEW' };

  test.each([
    [
      {
        applicationDetailsSteps: [
          about,
          { _id: 'b', title: 'B' },
          { _id: 'c', title: 'C', visibilityCondition: { terms: [term] } },
        ],
      },
      'applicationDetailsSteps[2].visibilityCondition.terms[0].operator',
    ],
    [{ fields: [{ name: 'version', label: 'V' }] }, 'fields[0].name'],
    [
      {
        fields: [
          { name: 'city', label: 'A' },
          { name: 'city', label: 'B' },
        ],
      },
      'fields[1].name',
    ],
    [{ applicationForm: { ...PROCESS.applicationForm, route: '/api/users', method: 'POST' } }, 'applicationForm.route'],
    [{ applicationForm: { fields: [{ name: 'firstName', label: 'First name' }] } }, 'applicationForm.fields'],
    [{ label: ' ' }, 'label'],
  ])('is refused with the path to what is wrong: %#', async (config, path) => {
    const { status, problem } = await create(config);
    expect([status, problem.errors?.map(({ field }) => field)]).toEqual([422, [path]]);
    expect(problem.message).toMatch(`${path}: `);
    const existing = await program();
    const { problem: again } = await changed(existing.processId, config);
    expect(again.errors?.map(({ field }) => field)).toEqual([path]);
  });

  test.each([
    [{ applicationDetailsSteps: Array(300).fill(1) }, 'applicationDetailsSteps', 'at most 200 steps'],
    [{ applicationDetailsSteps: Array(300).fill(about) }, 'applicationDetailsSteps', 'at most 200 steps'],
    [{ applicationDetailsSteps: ['a', 'b'] }, 'applicationDetailsSteps[0]', ''],
    [{ applicationDetailsSteps: [null] }, 'applicationDetailsSteps[0]', ''],
    [{ fields: [[[]]] }, 'fields[0]', ''],
    [{ applicationForm: { ...PROCESS.applicationForm, fields: ['city'] } }, 'applicationForm.fields[0]', ''],
  ])('has a list of what belongs elsewhere, and loses nothing of what stood there: %#', async (config, path, words) => {
    const { processId, version } = await program();
    for (const read of [version, undefined]) {
      const { status, problem } = await changed(processId, config, read);
      expect([status, problem.errors?.[0]?.field]).toEqual([422, path]);
      expect(problem.message).toContain(words);
    }
  });

  test('is one that offers payment plans of another school, or none that there are', async () => {
    const path = 'applicationDetailsSteps[1].availablePaymentModels[1]';
    for (const foreign of [other.paymentModelId, crypto.randomUUID()]) {
      const availablePaymentModels = [school.paymentModelId, foreign];
      const { status, problem } = await create({
        applicationDetailsSteps: [about, { title: 'Plans', availablePaymentModels }],
      });
      expect([status, problem.errors?.map(({ field }) => field)]).toEqual([422, [path]]);
    }
    const { processId } = await program();
    const plans = (id: string) => ({ applicationDetailsSteps: [{ title: 'Plans', availablePaymentModels: [id] }] });
    expect((await changed(processId, plans(other.paymentModelId))).status).toBe(422);
    expect((await changed(processId, plans(school.paymentModelId))).status).toBe(200);
    const { status, problem } = await school.staff.Owner.call('deletePaymentModel', {
      params: { id: school.paymentModelId },
    });
    expect([status, problem.message]).toEqual([422, TEXTS.paymentModels.inUse([PROCESS.label])]);
  });

  test('is one that lists assessments of another school', async () => {
    const made = (at: School) => at.staff.Admin.call('createAssessment', { body: { name: 'Quiz', type: 'quiz' } });
    const [own, foreign] = [(await made(school)).body._id, (await made(other)).body._id];
    const step = (assessmentIds: string[]) => ({ applicationDetailsSteps: [{ title: 'Tests', assessmentIds }] });
    const { status, problem } = await create(step([own, foreign]));
    const path = 'applicationDetailsSteps[0].assessmentIds[1]';
    expect([status, problem.message]).toEqual([422, `${path}: ${TEXTS.batches.assessmentMissing}`]);
    expect((await create(step([own]))).status).toBe(200);
  });

  test('also because an application uses a name itself: all that an answer holds is reserved', () => {
    const fillable = ['email', 'firstName', 'lastName', 'phoneNumber'];
    const own = Object.keys(applicationSchema.shape).filter((name) => !fillable.includes(name));
    expect(own.filter((name) => !RESERVED_NAMES.includes(name))).toEqual([]);
  });
});

describe('who reads a process', () => {
  test('staff the whole, the public the form of an Open batch, an applicant what they see now', async () => {
    const { processId, batchId } = await program();
    const applicant = await appliedTo(batchId);
    const read = async (client = server.client()) => {
      const { status, body } = await client.call('getProcess', { params: { id: processId } });
      return status === 200 ? (JSON.parse(body) as ProcessConfig) : status;
    };
    expect(Object.keys((await read()) as object).sort()).toEqual(['applicationForm', 'label', 'requestSignup']);
    const own = (await read(applicant.client)) as ProcessConfig;
    expect(own.applicationDetailsSteps.map((step) => step?._id ?? null)).toEqual(['about-you', null]);
    expect(own).not.toHaveProperty('fields');
    for (const client of Object.values(school.staff)) expect(await read(client)).toMatchObject(PROCESS);
    await school.staff.Admin.call('changeBatch', { params: { id: batchId }, body: { status: 'Closed' } });
    expect([await read(), await read(other.staff.Owner)]).toEqual([404, 404]);
    expect((await read(applicant.client)) as ProcessConfig).toMatchObject({ label: PROCESS.label });
  });

  test('the list is for staff, each with its text and version, and knows no other school', async () => {
    const { body } = await school.staff.Viewer.call('listProcesses');
    expect(body.map(({ _id }) => _id)).toContain(school.processId);
    expect(body.map(({ _id }) => _id)).not.toContain(other.processId);
    const asked = { name: 'rating', label: 'Rating', dataType: 'text', required: false } as const;
    const condition = { terms: [{ target: 'FIELD', targetDetails: 'rating', operator: 'Exists' }] };
    const { processId } = await program({
      applicationForm: { ...PROCESS.applicationForm, fields: [...PROCESS.applicationForm.fields, asked] },
      applicationDetailsSteps: [
        ...PROCESS.applicationDetailsSteps,
        { _id: 'rated', title: 'Well done', visibilityCondition: condition, content: [{ markdown: 'Yes', condition }] },
      ],
    });
    const of = async (client: Client) =>
      (await client.call('listProcesses')).body.find(({ _id }) => _id === processId)?.json ?? '';
    const { Owner, Admin, Viewer } = school.staff;
    for (const client of [Owner, Admin]) expect(JSON.parse(await of(client))).toMatchObject({ fields: PROCESS.fields });
    const read = JSON.parse(await of(Viewer)) as ProcessConfig;
    expect(JSON.stringify(read), 'no column, question or condition names what is for admins').not.toMatch(/rating/i);
    expect(read.fields).toEqual(PROCESS.fields.filter(({ isAdminOnly }) => !isAdminOnly));
    expect(read.applicationForm.fields).toEqual(PROCESS.applicationForm.fields);
    expect(read.applicationDetailsSteps[1]).toEqual(PROCESS.applicationDetailsSteps[1]);
    expect(read.applicationDetailsSteps[2]?.content?.[0]?.markdown).toBe('Yes');
    expect((await server.client().call('listProcesses')).status).toBe(401);
    expect((await (await appliedTo(school.batches.Open)).client.call('listProcesses')).status).toBe(403);
  });
});

describe('a change of a process in use', () => {
  test('is followed by applications in flight, whose values of removed fields stay with staff', async () => {
    const { processId, batchId, version } = await program();
    const { client, applicationId } = await appliedTo(batchId);
    const params = { id: applicationId };
    const saved = await client.call('changeApplication', { params, body: { motivation: 'Because', city: 'Cebu' } });
    expect(saved.body.steps?.[0]).toMatchObject({ isComplete: true });

    const fields = [{ name: 'age', label: 'Age', dataType: 'text', required: true }];
    const steps = [{ _id: 'about-you', title: 'About you', configuration: { title: '', fields } }];
    const config = { fields: [], applicationDetailsSteps: steps };
    const impact = await school.staff.Admin.call('getProcessImpact', {
      params: { id: processId },
      body: { json: JSON.stringify({ ...PROCESS, ...config }), version },
    });
    expect(impact.body).toMatchObject({
      applications: 1,
      batches: [{ _id: batchId, applications: 1 }],
      requiredFields: [{ name: 'age', label: 'Age', applications: 1 }],
      steps: [
        { _id: 'about-you', change: 'changed', reopens: 1, reopensIds: [applicationId] },
        { _id: 'interview', change: 'removed', disappears: 0 },
      ],
    });
    const removed = impact.body.removedFields.filter(({ applications }) => applications > 0);
    expect(removed.map(({ name }) => name).sort()).toEqual(['city', 'motivation']);
    expect((await school.staff.Admin.call('getProcess', { params: { id: processId } })).body).toContain('city');

    expect((await changed(processId, config, version)).status).toBe(200);
    const theirs = await client.call('getApplication', { params });
    expect(theirs.body).not.toHaveProperty('city');
    expect(theirs.body.steps).toEqual([{ index: 0, isVisible: true, isComplete: false, isActive: true }]);
    const kept = await school.staff.Admin.call('getApplication', { params });
    expect(kept.body).toMatchObject({ city: 'Cebu', motivation: 'Because' });
    const answered = await client.call('changeApplication', { params, body: { age: '21', city: 'Davao' } });
    expect(answered.body.steps?.[0]).toMatchObject({ isComplete: true });
    expect((await school.staff.Admin.call('getApplication', { params })).body.city).toBe('Cebu');
  });

  test('that moves a question to another step keeps its answers and the rules on it', async () => {
    const { processId, batchId, version } = await program();
    const { client, applicationId } = await appliedTo(batchId);
    const params = { id: applicationId };
    await client.call('changeApplication', { params, body: { motivation: 'Because', city: 'Cebu' } });
    const { body: json } = await school.staff.Admin.call('getProcess', { params: { id: processId } });
    const before = JSON.parse(json) as ProcessConfig;
    const later: ProcessConfig = {
      ...before,
      applicationDetailsSteps: [
        ...before.applicationDetailsSteps,
        {
          _id: 'last',
          title: 'Last',
          visibilityCondition: {
            logicalOperator: 'AND',
            terms: [{ target: 'FIELD', targetDetails: 'city', operator: 'Exists' }],
          },
        },
      ],
    };
    const fields = later.applicationDetailsSteps[0]?.configuration?.fields ?? [];
    const from: Path = [
      'applicationDetailsSteps',
      0,
      'configuration',
      'fields',
      fields.findIndex(({ name }) => name === 'city'),
    ];
    const last = later.applicationDetailsSteps.length - 1;
    const { config } = move(later, from, ['applicationDetailsSteps', last, 'configuration', 'fields'], 0);
    const impact = await school.staff.Admin.call('getProcessImpact', {
      params: { id: processId },
      body: { json: JSON.stringify(config), version },
    });
    expect(impact.body).toMatchObject({ removedFields: [], reusedFields: [], requiredFields: [] });
    expect((await changed(processId, config, version)).status).toBe(200);
    const { body: theirs } = await client.call('getApplication', { params });
    expect(theirs).toMatchObject({ city: 'Cebu', motivation: 'Because' });
    expect(theirs.steps?.find(({ index }) => index === last)).toMatchObject({ isVisible: true, isComplete: true });
  });

  test('whose impact is asked for with what cannot be saved is refused like the change itself', async () => {
    const { processId } = await program();
    const { status, problem } = await school.staff.Admin.call('getProcessImpact', {
      params: { id: processId },
      body: { json: '{}' },
    });
    expect([status, problem.errors?.length]).toEqual([422, 2]);
  });

  test('is saved only with the impact that was shown', async () => {
    const { processId, batchId, version } = await program();
    const { client, applicationId } = await appliedTo(batchId);
    const params = { id: processId };
    const [about, interview] = PROCESS.applicationDetailsSteps;
    const config = { ...PROCESS, applicationDetailsSteps: [{ ...about, title: 'Just the title' }, interview] };
    const body = { json: JSON.stringify({ ...config, applicationDetailsSteps: [{ _id: 'n', title: 'N' }] }), version };
    const seen = await school.staff.Admin.call('getProcessImpact', { params, body });
    await client.call('changeApplication', { params: { id: applicationId }, body: { motivation: 'So', city: 'Cebu' } });
    const save = (impact: string) => school.staff.Admin.call('changeProcess', { params, body: { ...body, impact } });
    const stale = await save(seen.body.token);
    expect([stale.status, stale.problem.errors?.map(({ field }) => field)]).toEqual([409, ['impact']]);
    const again = await school.staff.Admin.call('getProcessImpact', { params, body });
    expect(again.body.removedFields).toContainEqual(
      expect.objectContaining({ name: 'city', applications: 1, applicationIds: [applicationId] }),
    );
    const other = { ...body, json: JSON.stringify(config), impact: again.body.token };
    expect((await school.staff.Admin.call('changeProcess', { params, body: other })).status).toBe(409);
    expect((await save(again.body.token)).status).toBe(200);
  });

  test.each([
    ['with ids', ['a', 'b', 'c']],
    ['of an earlier version, without ids', [undefined, undefined, undefined]],
  ])('by two editors of one step keeps what both did to its blocks: %s', async (_, ids) => {
    const block = (at: number, markdown: string) => ({ ...(ids[at] === undefined ? {} : { _id: ids[at] }), markdown });
    const of = (...content: object[]) => ({ applicationDetailsSteps: [{ _id: 's', title: 'S', content }] });
    const [one, two, three] = [block(0, 'One'), block(1, 'Two'), block(2, 'Three')];
    const { processId, version } = await program(of(one, two, three));
    const contentOf = ({ body }: { body: { json: string } }) =>
      (JSON.parse(body.json) as ProcessConfig).applicationDetailsSteps[0]?.content;
    const unchanged = await changed(processId, of(one, two, three), version);
    expect(unchanged.body.version).toBe(version);
    await changed(processId, of(block(0, 'First'), two, three), version);
    const second = await changed(processId, of(one, two, block(2, 'Third'), { markdown: 'Four' }), version);
    expect(contentOf(second)).toEqual([block(0, 'First'), two, block(2, 'Third'), { markdown: 'Four' }]);
    const third = await changed(processId, of(one, three), version);
    expect([third.status, third.problem?.errors?.length]).toEqual([200, undefined]);
    expect(contentOf(third)).toEqual([block(0, 'First'), block(2, 'Third'), { markdown: 'Four' }]);
    const fourth = await changed(processId, of(block(0, 'Uno'), two, three), version);
    expect([fourth.status, fourth.problem.errors?.length]).toEqual([409, 1]);
  });

  test('is read as of a version by staff only', async () => {
    const { processId, version } = await program();
    await changed(processId, { label: 'Renamed' }, version);
    const read = (query: { version: string }) =>
      school.staff.Admin.call('getProcess', { params: { id: processId }, query });
    const then = JSON.parse((await read({ version: String(version) })).body) as ProcessConfig;
    expect(then.label).toBe(PROCESS.label);
    expect((JSON.parse((await read({ version: String(version + 1) })).body) as ProcessConfig).label).toBe('Renamed');
    const visitor = await createClient(server.url).call('getProcess', {
      params: { id: processId },
      query: { version: String(version) },
    });
    expect(visitor.status).toBe(404);
  });

  test('clears what an editor has emptied', async () => {
    const term = { target: 'STATUS', operator: 'Exists' } as const;
    const full = {
      _id: 's',
      title: 'S',
      subtitle: 'Sub',
      visibilityCondition: { terms: [term] },
      content: [{ _id: 'b', markdown: 'B', condition: { terms: [term] } }],
      configuration: { fields: [{ name: 'city', label: 'City', details: 'Help' }] },
    };
    const { processId, version } = await program({ applicationDetailsSteps: [full] });
    const edited = PROCESS_CONFIG.parse({
      ...PROCESS,
      applicationDetailsSteps: [
        {
          _id: 's',
          title: 'S',
          content: [{ _id: 'b', markdown: 'B' }],
          configuration: { fields: [{ name: 'city', label: 'City' }] },
        },
      ],
    });
    const saved = await school.staff.Admin.call('changeProcess', {
      params: { id: processId },
      body: { json: textToSave(edited), version },
    });
    expect(saved.body.json).toBe(JSON.stringify(edited));
  });

  test('by two editors at once keeps both, or names what both have changed', async () => {
    const { processId, version } = await program();
    const first = await changed(processId, { label: 'Renamed' }, version);
    expect(first.status).toBe(200);
    const second = await changed(processId, { requestSignup: false }, version);
    expect(JSON.parse(second.body.json)).toMatchObject({ label: 'Renamed', requestSignup: false });
    const third = await changed(processId, { label: 'Otherwise' }, version);
    expect([third.status, third.problem.errors?.map(({ field }) => field)]).toEqual([409, ['label']]);
    const again = await school.staff.Admin.call('changeProcess', { params: { id: processId }, body: second.body });
    expect(again.body.version).toBe(second.body.version);
  });
});

describe('what an applicant may fill', () => {
  test('is what forms ask that they see, never what is for admins only', async () => {
    const hidden = { name: 'secret', label: 'Secret', dataType: 'text', required: false };
    const [email, ...names] = PROCESS.applicationForm.fields;
    const { batchId } = await program({
      fields: [{ name: 'secret', label: 'Secret', dataType: 'text', isAdminOnly: true }],
      applicationForm: { title: 'Apply', fields: [email, ...names, hidden] },
    });
    const form = { batchId, ...answers(freshEmail()), secret: 'mine', motivation: 'too early', unknown: 'x' };
    const client = server.client({ organizationId: school.organizationId });
    const { body } = await client.call('submitApplication', { body: form });
    const seen = (await school.staff.Admin.call('getApplication', { params: { id: body._id } })).body;
    for (const name of ['secret', 'motivation', 'unknown']) expect([name, seen[name] ?? null]).toEqual([name, null]);
    const set = await school.staff.Admin.call('changeApplication', {
      params: { id: body._id },
      body: { secret: 'ours' },
    });
    expect(set.body.secret).toBe('ours');
  });

  test('is held to what its form asks, whatever type a column of the dashboard shows it as', async () => {
    const select = { name: 'track', label: 'Track', dataType: 'select', options: ['Java', 'Web'], required: false };
    const file = { name: 'cv', label: 'CV', dataType: 'file', required: false };
    const columns = ['track', 'cv'].map((name) => ({ name, label: name, dataType: 'text', isAdminOnly: false }));
    const level = { name: 'level', label: 'Level', dataType: 'select', isAdminOnly: false };
    const { batchId } = await program({
      fields: [...columns, level],
      applicationDetailsSteps: [{ title: 'Form', configuration: { title: '', fields: [select, file] } }],
    });
    const { client, applicationId } = await appliedTo(batchId);
    const params = { id: applicationId };
    for (const [body, message] of [
      [{ track: 'Cooking' }, TEXTS.forms.optionExpected],
      [{ cv: 'no file' }, TEXTS.forms.fileExpected],
    ] as const) {
      for (const sender of [client, school.staff.Admin]) {
        const { status, problem } = await sender.call('changeApplication', { params, body });
        expect([status, problem.message]).toEqual([422, message]);
      }
    }
    expect((await client.call('changeApplication', { params, body: { track: 'Web' } })).body.track).toBe('Web');
    const staffField = await school.staff.Admin.call('changeApplication', { params, body: { level: 'Senior' } });
    expect(staffField.body.level).toBe('Senior');
  });

  test('must be whole: a form without its required answers is refused with one sentence', async () => {
    const { client, applicationId } = await appliedTo((await program()).batchId);
    const { status, problem } = await client.call('changeApplication', {
      params: { id: applicationId },
      body: { city: 'Cebu' },
    });
    expect([status, problem.message]).toEqual([422, TEXTS.forms.requiredMissing]);
    expect(problem.errors).toEqual([{ field: 'motivation', message: TEXTS.forms.required }]);
  });
});
