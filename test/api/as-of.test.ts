import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addStaff, answers, applied, createSchool, freshEmail, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;

let server: TestServer;
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
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

/** Of the calls that need nothing else, those whose answer of a moment is for readers of the history. */
const PAST_LISTS = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
  const { pastCapability, params, query } = ENDPOINTS[name] as Endpoint;
  return pastCapability === 'history.read' && params === undefined && query?.safeParse({}).success;
});

/** After all events, also those of a clock that was ahead. Clocks may differ by a minute. */
async function headOf({ staff }: School) {
  const at = new Date(Date.now() + ahead + 50_000).toISOString();
  return (await staff.Admin.call('getAsOf', { query: { at } })).body;
}

async function pipelineOf({ staff: { Admin } }: School, asOf?: string) {
  const query: Record<string, string> = asOf === undefined ? {} : { asOf };
  const [applications, batches, processes, plans, assessments, templates, webhooks, members] = await Promise.all([
    Admin.call('listApplications', { query }),
    Admin.call('listBatches', { query }),
    Admin.call('listProcesses', { query }),
    Admin.call('listPaymentModels', { query }),
    Admin.call('listAssessments', { query }),
    Admin.call('listEmailTemplates', { query }),
    Admin.call('listWebhooks', { query }),
    Admin.call('listUsers', { query }),
  ]);
  return {
    applications: applications.body,
    batches: batches.body,
    processes: processes.body,
    plans: plans.body,
    assessments: assessments.body,
    templates: templates.body,
    // A secret is deleted with its webhook.
    // How deliveries go is known of now only.
    webhooks: webhooks.body.map(({ secret: _secret, health: _health, ...webhook }) => webhook),
    // Sign-ins are no events.
    members: members.body.map(({ lastSignInAt: _at, ...member }) => member),
  };
}

/** Repeats until nothing happens during the recording, because emails are delivered at any moment. */
async function recordedNow(school: School) {
  for (;;) {
    const { engine, log } = server.running.composition;
    const { position } = await headOf(school);
    await engine.waitFor(await log.head());
    const pipeline = await pipelineOf(school);
    if ((await headOf(school)).position === position) return { position, pipeline };
  }
}

test('the dashboard and its documents as of a position equal the answers at that time, even if clocks differ', async () => {
  const school = await createSchool(server, 'past-pipeline');
  const { Admin, Owner } = school.staff;
  const roll = dice(20_261);
  const open = school.batches.Open;
  const ids: string[] = [];
  const emails: string[] = [];
  const submit = async () => {
    const email = freshEmail();
    const body = { batchId: open, ...answers(email) };
    const { body: submitted } = await server.client().call('submitApplication', { body });
    ids.push(submitted._id);
    emails.push(email);
  };
  const change = (body: object) => {
    const id = ids[roll(ids.length)] ?? '';
    return Admin.call('changeApplication', { params: { id }, body });
  };
  let config: ProcessConfig = PROCESS;
  const deeds = [
    submit,
    submit,
    () => change({ status: ['NEW', 'CONTRACT SENT', 'CONTRACT RECEIVED', 'INTERVIEW PENDING'][roll(4)] }),
    () => change({ adminComments: [{ message: `Call ${roll(1000)}` }] }),
    () => change({ lastName: `Lovelace ${roll(1000)}` }),
    () => Owner.call('changeBatch', { params: { id: open }, body: { name: `June ${roll(1000)}` } }),
    ...configured({ ...school, roll }),
    () => {
      config = { ...config, label: `Full-Stack ${roll(1000)}` };
      return Admin.call('createProcess', { body: { json: JSON.stringify(config) } });
    },
  ];
  await submit();
  const recorded: { position: string; pipeline: Awaited<ReturnType<typeof pipelineOf>>; ids: readonly string[] }[] = [];
  for (let step = 0; step < 40; step += 1) {
    // Within one stream no event is earlier than its predecessor.
    ahead = roll(40_000) - 20_000;
    await (deeds[roll(deeds.length)] ?? submit)();
    recorded.push({ ...(await recordedNow(school)), ids: [...ids] });
  }
  ahead = 0;
  const single = async (id: string, asOf: string) =>
    (await Admin.call('getApplication', { params: { id }, query: { asOf } })).body;
  let compared = 0;
  for (const { position, pipeline, ids: then } of recorded) {
    expect(await pipelineOf(school, position)).toEqual(pipeline);
    for (let n = 0; n < 5; n += 1) {
      const id = ids[roll(ids.length)] ?? '';
      const row = pipeline.applications.find(({ _id }) => _id === id);
      if (then.includes(id)) expect(await single(id, position)).toMatchObject(row ?? {});
      else expect((await Admin.call('getApplication', { params: { id }, query: { asOf: position } })).status).toBe(404);
      compared += 1;
    }
  }
  expect(compared).toBe(200);

  const erased = emails[0] ?? '';
  await Owner.call('erasePerson', { body: { email: erased } });
  for (const { position, pipeline } of recorded) {
    const past = await pipelineOf(school, position);
    expect(JSON.stringify(past)).not.toContain(erased);
    const others = ({ applications }: typeof past) => applications.filter(({ _id }) => _id !== ids[0]);
    expect(others(past)).toEqual(others(pipeline));
    expect(past.applications).toHaveLength(pipeline.applications.length);
  }
});

/** Creates, changes and removes documents of each configured kind, and members. */
function configured({
  organizationId: orgId,
  paymentModelId,
  staff,
  roll,
}: School & { roll: (sides: number) => number }) {
  const { Admin, Owner } = staff;
  const made: Record<'PaymentModel' | 'EmailTemplate' | 'Webhook' | 'Assessment', string[]> = {
    PaymentModel: [paymentModelId],
    EmailTemplate: [],
    Webhook: [],
    Assessment: [],
  };
  const word = () => `Name ${roll(1000)}`;
  const bodies = {
    PaymentModel: () => ({ name: word(), monthlyCost: roll(100), numberOfMonths: 2 }),
    EmailTemplate: () => ({ name: word(), subject: word(), body: 'Hello' }),
    Webhook: () => ({ name: word(), targetUrl: 'https://chat.example.org/a', eventTypes: [] }),
    Assessment: () => ({ name: word(), type: 'quiz' }),
  };
  const kinds = Object.keys(bodies) as (keyof typeof bodies)[];
  const one = (kind: keyof typeof bodies) => made[kind][roll(made[kind].length)] ?? '';
  const changeTemplate = { id: `${orgId}.applicationReceived` };
  return [
    ...kinds.map((kind) => async () => {
      made[kind].push((await Owner.call(`create${kind}`, { body: bodies[kind]() })).body._id);
    }),
    ...kinds.map((kind) => () => Owner.call(`change${kind}`, { params: { id: one(kind) }, body: { name: word() } })),
    ...(['PaymentModel', 'EmailTemplate', 'Webhook'] as const).map(
      (kind) => () => Owner.call(`delete${kind}`, { params: { id: one(kind) } }),
    ),
    () => Admin.call('changeEmailTemplate', { params: changeTemplate, body: { subject: word() } }),
    () => addStaff(server, orgId, freshEmail(), 'Viewer'),
    async () => {
      const { body } = await Owner.call('listUsers', { query: { filter: 'viewer' } });
      const userId = body[roll(body.length)]?._id;
      return roll(2) === 0
        ? Owner.call('removeMemberFromOrg', { body: { orgId, userId } })
        : Owner.call('changeRoleInOrganization', { body: { orgId, userId, role: 'Admin' } });
    },
  ];
}

test('a moment is one position of the log, whichever call asks, and later moments are never earlier positions', async () => {
  const school = await createSchool(server, 'one-position');
  const { Admin } = school.staff;
  const params = { id: school.batches.Open };
  const moments: string[] = [];
  for (const [name, skew] of [
    ['A', 0],
    ['B', 20_000],
    ['C', 0],
    ['D', 30_000],
  ] as const) {
    ahead = skew;
    await Admin.call('changeBatch', { params, body: { name } });
  }
  ahead = 0;
  const now = Date.now();
  for (let ms = -HOUR; ms < -60_000; ms += HOUR / 10) moments.push(new Date(now + ms).toISOString());
  for (let ms = -90_000; ms <= 50_000; ms += 7_000) moments.push(new Date(now + ms).toISOString());
  const names: (string | null)[] = [];
  for (const asOf of moments) {
    const one = await Admin.call('getBatch', { params, query: { asOf } });
    const token = one.headers.get('X-As-Of') ?? '';
    const list = await Admin.call('listBatches', { query: { asOf } });
    // A later moment is read as now, which the next second changes.
    if (Date.parse(asOf) < now) expect(list.headers.get('X-As-Of')).toBe(token);
    const again = await Admin.call('listBatches', { query: { asOf: token } });
    expect(again.body).toEqual(list.body);
    if (one.status === 200) names.push(one.body.name);
    else expect(list.body.some(({ _id }) => _id === params.id)).toBe(false);
  }
  const order = names.map((name) => ['A', 'B', 'C', 'D'].indexOf(name ?? ''));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(names.at(-1)).toBe('D');
  for (const asOf of ['0x00000000000000000000000000000000', `0x${'f'.repeat(32)}`]) {
    const refused = await Admin.call('listBatches', { query: { asOf } });
    expect([refused.status, refused.problem.message]).toEqual([400, TEXTS.requests.positionUnknown]);
  }
});

test('the future is refused by every call that shows a moment', async () => {
  const { staff } = await createSchool(server, 'no-future');
  const asOf = new Date(Date.now() + HOUR).toISOString();
  const refused = { status: 400, problem: { message: TEXTS.requests.momentInFuture } };
  expect(await staff.Admin.call('listApplications', { query: { asOf } })).toMatchObject(refused);
  expect(await staff.Admin.call('getAsOf', { query: { at: asOf } })).toMatchObject(refused);
});

test('steps lead from change to change, of one document or of all', async () => {
  const school = await createSchool(server, 'steps-of-time');
  const { Admin } = school.staff;
  const { applicationId } = await applied(server, school);
  const params = { id: applicationId };
  // The delivery of an email is also a change.
  const messages = async () => (await Admin.call('listMessages', { params })).body.map(({ status }) => status);
  await expect.poll(messages).toEqual(['delivered']);
  for (const status of ['INFORMATION SENT', 'CONTRACT SENT'])
    await Admin.call('changeApplication', { params, body: { status } });
  await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { name: 'Later' } });
  const statusAt = async (asOf: string) =>
    (await Admin.call('getApplication', { params, query: { asOf } })).body.status;
  const around = async (at: string, documentId?: string) =>
    (await Admin.call('getAsOf', { query: { at, ...(documentId ? { documentId } : {}) } })).body;

  const { position, next } = await headOf(school);
  expect(next).toBeNull();
  const last = await around(position, applicationId);
  const [sent] = [last.previous?.position ?? ''];
  expect([await statusAt(position), await statusAt(sent)]).toEqual(['CONTRACT SENT', 'INFORMATION SENT']);
  const back = await around(sent, applicationId);
  expect(await statusAt(back.next?.position ?? '')).toBe('CONTRACT SENT');
  const early = await Admin.call('listBatches', { query: { asOf: '1969-12-31T00:00:00Z' } });
  expect(early.body).toEqual([]);
  const ofAll = await around(position);
  const batches = (await Admin.call('listBatches', { query: { asOf: ofAll.previous?.position ?? '' } })).body;
  expect(batches.some(({ name }) => name === 'Later')).toBe(false);
  const steps = (await Admin.call('getApplicationHistory', { params })).body;
  const changed = steps.filter(({ type }) => type === 'StatusChanged');
  expect(await Promise.all(changed.map((step) => statusAt(step.position)))).toEqual([
    'INFORMATION SENT',
    'CONTRACT SENT',
  ]);
});

test('the past of a whole school is for its Owners and Admins, and positions of another school reveal nothing about it', async () => {
  const [school, other] = [await createSchool(server, 'own-past'), await createSchool(server, 'other-past')];
  const now = { at: new Date().toISOString() };
  const before = (await school.staff.Admin.call('getAsOf', { query: now })).body;
  await applied(server, other);
  expect((await school.staff.Admin.call('getAsOf', { query: now })).body).toEqual(before);
  const foreign = (await headOf(other)).position;
  const { client } = await applied(server, school);
  const asOf = new Date().toISOString();
  for (const refused of [school.staff.Viewer, client]) {
    for (const name of PAST_LISTS) {
      expect((await refused.call(name, { query: { asOf } })).status, name).toBe(403);
    }
    expect((await refused.call('getAsOf', { query: { at: asOf } })).status).toBe(403);
  }
  const query = { organizationId: school.organizationId };
  expect((await other.staff.Owner.call('getAsOf', { query: { ...query, at: asOf } })).status).toBe(404);
  const own = await pipelineOf(school, foreign);
  const ofOther = JSON.stringify(await pipelineOf(other));
  for (const { _id } of Object.values(own).flat()) expect(ofOther).not.toContain(_id);
  expect(own.batches.length).toBeGreaterThan(0);
});
