import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handle } from '../../commands/handling/handle.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { processConfig } from '../../domain/process/process.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { betweenEvents } from '../support/between-events.ts';
import type { Client } from '../support/client.ts';
import {
  accepted,
  addStaff,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  PROCESS,
  proveDomain,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'documents-school');
});
afterAll(() => server.close());

const unique = () => crypto.randomUUID().slice(0, 8);

describe('the current organization', () => {
  test('the only one is meant by any address; of several, what the address or the query says', async () => {
    const alone = await startTestServer();
    try {
      const nobody = await alone.client().call('organizationForCurrentDomain');
      expect(nobody.status).toBe(200);
      expect(nobody.body).toBeNull();
      const first = await createSchool(alone, 'first-school');
      const at = async (host: string, query = '') => {
        const answer = await alone.client().raw({
          method: 'GET',
          path: `/api/organizationForCurrentDomain${query}`,
          headers: { 'X-Forwarded-Host': host, Host: host },
        });
        return ((await answer.json()) as { slug: string } | null)?.slug ?? null;
      };
      expect((await alone.client().call('organizationForCurrentDomain')).body?.slug).toBe('first-school');
      const second = await createSchool(alone, 'second-school');
      expect((await alone.client().call('organizationForCurrentDomain')).body).toBeNull();
      expect(await at('x', `?organizationId=${first.organizationId}`)).toBe('first-school');
      expect(await at('x', '?organizationId=second-school')).toBe('second-school');
      expect(await at('x', '?organizationId=unknown')).toBeNull();
      const member = second.staff.Viewer;
      const own = await member.raw({ method: 'GET', path: '/api/organizationForCurrentDomain' });
      expect(((await own.json()) as { slug: string }).slug).toBe('second-school');
      const listed = await alone.client().call('listOrganizations');
      expect(listed.body.map(({ slug }) => slug)).toEqual(['first-school', 'second-school']);
      expect(Object.keys(listed.body[0] ?? {}).sort()).toEqual(['_id', 'name', 'slug']);
    } finally {
      await alone.close();
    }
  });

  test('where others reach the portal, a stranger sees no other school', async () => {
    const environments: Record<string, string>[] = [
      { NODE_ENV: 'production' },
      { PUBLIC_URL: 'https://portal.example' },
    ];
    for (const environment of environments) {
      const served = await startTestServer({ environment });
      try {
        await createSchool(served, 'quiet-school');
        expect((await served.client().call('listOrganizations')).body, JSON.stringify(environment)).toEqual([]);
      } finally {
        await served.close();
      }
    }
  });

  test('where others reach the portal, applicants choose among the schools that they applied to', async () => {
    const served = await startTestServer({ environment: { NODE_ENV: 'production' } });
    try {
      const [one] = [await createSchool(served, 'chosen-school'), await createSchool(served, 'quiet-school')];
      const { email } = await applied(served, one);
      const client = served.client();
      await client.call('login', { body: { email, password: PASSWORD } });
      expect((await client.call('organizationForCurrentDomain')).body).toBeNull();
      expect((await client.call('listOrganizations')).body.map(({ slug }) => slug)).toEqual(['chosen-school']);
    } finally {
      await served.close();
    }
  });

  test('a subdomain, a slug and a domain of its own lead to it', async () => {
    const { organizationId, staff, slug } = school;
    await createSchool(server, `neighbour-${unique()}`);
    const changed = await staff.Owner.call('changeOrganization', {
      params: { id: organizationId },
      body: { subdomain: 'docs-school', fullDomain: 'apply.documents.example' },
    });
    expect(changed.body).toMatchObject({ subdomain: 'docs-school', fullDomain: 'apply.documents.example' });
    expect(await organizationAt('apply.documents.example')).toBeNull();
    await proveDomain(server, school, 'apply.documents.example');
    for (const host of [
      `${slug}.localhost`,
      'docs-school.localhost',
      'apply.documents.example',
      'DOCS-SCHOOL.localhost',
    ]) {
      expect(await organizationAt(host), host).toBe(organizationId);
    }
    expect(await organizationAt('elsewhere.localhost')).toBeNull();
  });
});

describe('organizations', () => {
  test('the public sees neither sender nor keys; Owners read keys as masks, and a mask changes nothing', async () => {
    const { organizationId: id, staff } = school;
    const saved = await staff.Owner.call('changeOrganization', {
      params: { id },
      body: { sendGridApiKey: 'SG.very-secret-1234', sendGridEmailAddress: 'hello@documents.example' },
    });
    expect(saved.body).toMatchObject({ sendGridApiKey: '••••1234', calendlyAccessToken: null });
    const again = await staff.Owner.call('changeOrganization', { params: { id }, body: saved.body });
    expect(again.body).toEqual(saved.body);
    for (const [key, message] of [
      ['•'.repeat(32), TEXTS.secrets.isMasked],
      ['SG.copied\u200b-5678', TEXTS.secrets.hasUnseen],
    ] as const) {
      const { problem } = await staff.Owner.call('changeOrganization', {
        params: { id },
        body: { sendGridApiKey: key },
      });
      expect(problem).toMatchObject({ status: 422, errors: [{ field: 'sendGridApiKey', message }] });
    }
    const seen = await server.client().call('getOrganization', { params: { id } });
    for (const name of ['sendGridApiKey', 'calendlyAccessToken', 'sendGridEmailAddress', 'members', 'secrets']) {
      expect(seen.body).not.toHaveProperty(name);
    }
    const viewed = await staff.Viewer.call('getOrganization', { params: { id } });
    expect(viewed.body).toMatchObject({ sendGridEmailAddress: 'hello@documents.example' });
    expect(viewed.body).not.toHaveProperty('sendGridApiKey');
    await staff.Admin.call('changeOrganization', { params: { id }, body: { sendGridApiKey: 'SG.not-allowed-0000' } });
    expect((await staff.Owner.call('getOrganization', { params: { id } })).body.sendGridApiKey).toBe('••••1234');
  });

  test('the public reads how to reach the school, and signed-in people its words on contract and payment too', async () => {
    const params = { id: school.organizationId };
    const texts = { contactText: 'Call us.', contractText: 'Sign *both* pages.', paymentText: 'Account 0123' };
    expect((await school.staff.Admin.call('changeOrganization', { params, body: texts })).body).toMatchObject(texts);
    const seen = await server.client().call('getOrganization', { params });
    expect(seen.body.contactText).toBe('Call us.');
    expect(seen.body).not.toHaveProperty('contractText');
    expect(seen.body).not.toHaveProperty('paymentText');
    const { client } = await applied(server, school);
    expect((await client.call('getOrganization', { params })).body).toMatchObject(texts);
    const tooLong = await school.staff.Admin.call('changeOrganization', {
      params,
      body: { contactText: 'a'.repeat(2_001) },
    });
    expect([tooLong.status, tooLong.problem.errors?.[0]?.field]).toEqual([422, 'contactText']);
  });

  test('staff learn whether an address is free, and where it leads, before they save it', async () => {
    const params = { id: school.organizationId };
    const check = async (field: 'slug' | 'subdomain' | 'fullDomain', name: string) =>
      (await school.staff.Admin.call('checkAddress', { params, query: { field, name } })).body;
    const rival = await createSchool(server, 'rival-documents');
    expect(await check('slug', 'evening-documents')).toEqual({
      problem: null,
      url: expect.stringMatching(/^http:.*\/apply\/evening-documents$/),
    });
    expect(await check('slug', rival.slug)).toEqual({
      problem: TEXTS.organizations.nameTaken(rival.slug),
      url: null,
    });
    expect(await check('slug', school.slug), 'its own').toMatchObject({ problem: null });
    expect((await check('slug', 'No spaces')).problem).toBe(TEXTS.organizations.slugInvalid);
    expect((await check('subdomain', 'admin')).problem).toBe(TEXTS.organizations.nameReserved('admin'));
    expect((await check('subdomain', 'evening')).url).toMatch(/^http:\/\/evening\.localhost:\d+\/$/);
    expect((await check('fullDomain', ' Apply.Evening.example')).url).toMatch(/^http:\/\/apply\.evening\.example:/);
    expect((await check('fullDomain', 'localhost')).problem).toBe(TEXTS.organizations.domainInvalid);
    expect(await check('subdomain', '')).toEqual({ problem: null, url: null });
    const query = { field: 'slug', name: 'evening-documents' } as const;
    expect((await school.staff.Viewer.call('checkAddress', { params, query })).status).toBe(403);
  });

  test('analytics ids keep only what such ids are made of, and have their lengths', async () => {
    const put = (body: object) =>
      school.staff.Admin.call('changeOrganization', { params: { id: school.organizationId }, body });
    const cleaned = await put({ googleAnalyticsId: ' G-ABC<script>1" ', facebookPixelId: "12345';6789" });
    expect(cleaned.body).toMatchObject({ googleAnalyticsId: 'G-ABCscript1', facebookPixelId: '123456789' });
    const longest = await put({ googleAnalyticsId: 'G'.repeat(16), facebookPixelId: '1'.repeat(17) });
    expect(longest.status).toBe(200);
    for (const [field, value, message] of [
      ['googleAnalyticsId', 'G'.repeat(17), TEXTS.organizations.googleIdTooLong],
      ['facebookPixelId', '1'.repeat(18), TEXTS.organizations.facebookIdTooLong],
    ] as const) {
      const { status, problem } = await put({ [field]: value });
      expect([status, problem.errors]).toEqual([422, [{ field, message }]]);
    }
    const none = await put({ googleAnalyticsId: '!?', facebookPixelId: null });
    expect(none.body).toMatchObject({ googleAnalyticsId: null, facebookPixelId: null });
  });

  test('no school can have one of the portal’s own names as its domain', async () => {
    const portal = await startTestServer({
      environment: { PUBLIC_URL: 'https://Portal.example', BASE_DOMAIN: 'portal.example' },
    });
    try {
      const { organizationId: id, staff } = await createSchool(portal, 'hosted-school');
      const other = await createSchool(portal, 'victim-school');
      const put = (fullDomain: string) =>
        staff.Owner.call('changeOrganization', { params: { id }, body: { fullDomain } });
      for (const name of ['portal.example', ' PORTAL.example', `${other.slug}.portal.example`]) {
        const { status, problem } = await put(name);
        const error = { field: 'fullDomain', message: TEXTS.organizations.domainOfPortal };
        expect([name, status, problem.errors]).toEqual([name, 422, [error]]);
      }
      expect((await put('apply.hosted.example')).status).toBe(200);
    } finally {
      await portal.close();
    }
  });

  test('rules are refused in words, at their fields', async () => {
    const put = (body: object) =>
      school.staff.Admin.call('changeOrganization', { params: { id: school.organizationId }, body });
    for (const [field, value, message] of [
      ['name', null, undefined],
      ['slug', 'Not A Slug', TEXTS.organizations.slugInvalid],
      ['timeZone', 'Mars/Phobos', TEXTS.organizations.timeZoneInvalid],
      ['fullDomain', 'no domain', TEXTS.organizations.domainInvalid],
      ['accentColor', 'red', TEXTS.organizations.accentInvalid],
      ['statusLimits', [{ status: 'NEW', days: 0.5 }], TEXTS.organizations.statusLimitInvalid(365)],
    ] as const) {
      const { status, problem } = await put({ [field]: value });
      expect([field, status]).toEqual([field, 422]);
      expect(problem.errors).toMatchObject([{ field }]);
      if (message) expect(problem.message).toBe(message);
    }
    expect((await put({ name: 7 })).status).toBe(400);
  });

  test('limits in days per status are in rank order, and only its staff see them', async () => {
    const params = { id: school.organizationId };
    const statusLimits = [
      { status: 'CONTRACT SENT', days: 14 },
      { status: 'NEW', days: 3 },
    ];
    const put = (body: object) => school.staff.Admin.call('changeOrganization', { params, body });
    const { body } = await put({ statusLimits });
    expect(body.statusLimits).toEqual(statusLimits.toReversed());
    expect((await put(body)).body.version).toBe(body.version);
    const seenBy = async (client: Client) => (await client.call('getOrganization', { params })).body.statusLimits;
    expect(await seenBy(school.staff.Viewer)).toEqual(body.statusLimits);
    expect(await seenBy(server.client())).toBeUndefined();
    expect((await put({ statusLimits: null })).body.statusLimits).toEqual([]);
  });

  test('a slug that another has is taken', async () => {
    const other = await createSchool(server, `taken-${unique()}`);
    const answer = await school.staff.Owner.call('changeOrganization', {
      params: { id: school.organizationId },
      body: { slug: other.slug },
    });
    expect(answer.status).toBe(409);
    expect((await organizationAt(`${other.slug}.localhost`)) === other.organizationId).toBe(true);
  });

  test('as it was at a moment', async () => {
    const { staff, organizationId: id } = school;
    await staff.Owner.call('changeOrganization', { params: { id }, body: { description: 'Before' } });
    const then = await betweenEvents();
    await staff.Owner.call('changeOrganization', { params: { id }, body: { description: 'After' } });
    expect(
      (await staff.Owner.call('getOrganization', { params: { id }, query: { asOf: then } })).body.description,
    ).toBe('Before');
  });
});

describe('batches', () => {
  test('the public sees Open ones without private details, staff all, in the order of their states', async () => {
    const open = await server
      .client()
      .call('listBatches', { query: { organizationId: school.organizationId } as never });
    expect(open.body.map(({ status }) => status)).toEqual(['Open']);
    expect(open.body[0]).not.toHaveProperty('privateDetails');
    const all = await school.staff.Viewer.call('listBatches');
    expect(all.body.map(({ status }) => status)).toEqual(['Draft', 'Open', 'Closed', 'Complete']);
    expect(all.body[1]).toMatchObject({ privateDetails: 'Room 12', capacity: 20, seatsTaken: 0 });
  });

  test('an applicant also sees those that they applied to, with private details', async () => {
    const created = await school.staff.Admin.call('createBatch', {
      body: { name: 'Soon closed', status: 'Open', privateDetails: 'Door code' },
    });
    const id = created.body._id;
    const { client } = await applied(server, { ...school, batches: { ...school.batches, Open: id } });
    const stranger = await applied(server, school);
    await school.staff.Admin.call('changeBatch', { params: { id }, body: { status: 'Closed' } });
    expect((await client.call('getBatch', { params: { id } })).body).toMatchObject({ privateDetails: 'Door code' });
    expect((await client.call('listBatches', { query: { filter: 'mine' } })).body.map(({ _id }) => _id)).toEqual([id]);
    expect((await stranger.client.call('getBatch', { params: { id } })).status).toBe(404);
    expect((await server.client().call('getBatch', { params: { id } })).status).toBe(404);
  });

  test('mine are those of the staff’s schools, and for others those that they applied to', async () => {
    const neighbour = await createSchool(server, `mine-${unique()}`);
    const mine = async (client: School['staff']['Owner'], query: Record<string, string> = {}) =>
      (await client.call('listBatches', { query: { filter: 'mine', ...query } })).body.map(({ _id }) => _id).sort();
    const all = (await school.staff.Viewer.call('listBatches')).body.map(({ _id }) => _id).sort();
    expect(await mine(school.staff.Viewer)).toEqual(all);
    expect(await mine(school.staff.Viewer, { organizationId: neighbour.organizationId })).toEqual(all);
    const applicant = await applied(server, school);
    expect(await mine(applicant.client)).toEqual([school.batches.Open]);
    expect(await mine(server.client())).toEqual([]);
    const shown = await server.client().call('listBatches', { query: { organizationId: neighbour.organizationId } });
    expect(shown.body.map(({ _id }) => _id)).toEqual([neighbour.batches.Open]);
  });

  test('remember when they first were Open, which nothing changes afterwards', async () => {
    const { Admin } = school.staff;
    const { body: made } = await Admin.call('createBatch', { body: { name: `Opening ${unique()}` } });
    expect(made).toMatchObject({ status: 'Draft', capacity: 20, enableEmbedding: false, openedAt: made.createdAt });
    const put = async (status: 'Open' | 'Closed') =>
      (await Admin.call('changeBatch', { params: { id: made._id }, body: { status } })).body;
    await vi.waitUntil(() => new Date().toISOString() > made.createdAt, { interval: 1 });
    const opened = await put('Open');
    expect(opened.openedAt > made.createdAt).toBe(true);
    await put('Closed');
    expect((await put('Open')).openedAt).toBe(opened.openedAt);
  });

  test('slugs have their rule and its text, and are one only in their organization', async () => {
    const { Admin } = school.staff;
    const slug = `batch-${unique()}`;
    const create = (body: object) => Admin.call('createBatch', { body: { name: 'Batch', ...body } });
    for (const bad of ['short', 'With-Capitals', 'under_score']) {
      const { status, problem } = await create({ slug: bad });
      expect([status, problem.message]).toEqual([422, TEXTS.batches.slugInvalid]);
    }
    const first = await create({ slug, status: 'Open' });
    expect(first.body).toMatchObject({ slug, capacity: 20 });
    expect((await create({ slug })).status).toBe(409);
    expect((await Admin.call('getBatch', { params: { id: slug } })).body._id).toBe(first.body._id);
    const other = await createSchool(server, `same-slug-${unique()}`);
    expect((await other.staff.Owner.call('createBatch', { body: { name: 'Batch', slug } })).status).toBe(200);
  });

  test('need an organization, and a member of several gets a message that says so', async () => {
    const neighbour = await createSchool(server, `several-${unique()}`);
    const create = async (email: string, body: object) => {
      const client = server.client();
      await client.call('login', { body: { email, password: PASSWORD } });
      return client.call('createBatch', { body: { name: 'Somewhere', ...body } });
    };
    const admin = freshEmail();
    const viewer = freshEmail();
    for (const { organizationId } of [school, neighbour]) {
      await addStaff(server, organizationId, admin, 'Admin');
      await addStaff(server, organizationId, viewer, 'Viewer');
    }
    const nowhere = await create(admin, {});
    expect([nowhere.status, nowhere.problem.message]).toEqual([422, TEXTS.batches.organizationMissing]);
    const { organizationId } = neighbour;
    expect((await create(admin, { organizationId })).body.organizationId).toBe(organizationId);
    expect((await create(viewer, {})).status).toBe(403);
    expect((await create(viewer, { organizationId })).status).toBe(403);
  });

  test('absent is unchanged, null is cleared or refused, sending back what was read appends nothing', async () => {
    const { Admin } = school.staff;
    const { body: batch } = await Admin.call('createBatch', {
      body: { name: 'Batch', description: 'Words', capacity: 5 },
    });
    const put = (body: object) => Admin.call('changeBatch', { params: { id: batch._id }, body });
    expect((await put({ capacity: 6 })).body).toMatchObject({ name: 'Batch', description: 'Words', capacity: 6 });
    expect((await put({ description: null })).body).toMatchObject({ description: null });
    expect((await put({ name: null })).status).toBe(422);
    const read = (await Admin.call('getBatch', { params: { id: batch._id } })).body;
    expect((await put(read)).body).toEqual(read);
    expect((await put({ version: read.version, organizationId: 'elsewhere', seatsTaken: 99, _id: 'x' })).body).toEqual(
      read,
    );
  });

  test('a process of another organization, or none that exists, is refused', async () => {
    const other = await createSchool(server, `process-${unique()}`);
    for (const processId of [other.processId, crypto.randomUUID()]) {
      const answer = await school.staff.Admin.call('createBatch', { body: { name: 'Batch', processId } });
      expect(answer.status).toBe(422);
    }
  });

  test('seats are those of applications with a contract', async () => {
    const { Owner } = school.staff;
    const { applicationId: id } = await applied(server, school);
    const seats = async () => (await Owner.call('getBatch', { params: { id: school.batches.Open } })).body.seatsTaken;
    const before = await seats();
    await Owner.call('changeApplication', { params: { id }, body: { status: 'CONTRACT RECEIVED' } });
    expect(await seats()).toBe(before + 1);
  });
});

test('a new document of any kind belongs to the organization that its body names, which is absent unless it is one’s own', async () => {
  const { staff } = await createSchool(server, `named-${unique()}`);
  const json = JSON.stringify(PROCESS);
  const bodies = {
    createAssessment: { name: 'Quiz', type: 'quiz' },
    createBatch: { name: 'Named', slug: `named-${unique()}` },
    createEmailTemplate: { name: 'Hello', subject: 'Hello', body: 'Hello' },
    createPaymentModel: { name: 'Plan', upfrontCost: 1, monthlyCost: 0, numberOfMonths: 0, currency: 'EUR' },
    createProcess: { json },
    createSavedReport: { name: 'Report' },
    createWebhook: { name: 'Hook', targetUrl: 'https://example.org/' },
  } as const;
  for (const [name, body] of Object.entries(bodies)) {
    for (const organizationId of [school.organizationId, 'no-such-school']) {
      const { status } = await staff.Owner.call(name as keyof typeof bodies, { body: { ...body, organizationId } });
      expect([name, organizationId, status]).toEqual([name, organizationId, 404]);
    }
  }
});

describe('processes', () => {
  test('are created, changed, listed and deleted, unless a batch uses them', async () => {
    const { Admin } = school.staff;
    const created = await Admin.call('createProcess', {
      body: { json: JSON.stringify({ ...PROCESS, label: 'Java' }) },
    });
    const id = created.body._id;
    const json = JSON.stringify({ ...JSON.parse(created.body.json), label: 'Java evenings' });
    const changed = await Admin.call('changeProcess', {
      params: { id },
      body: { json, version: created.body.version },
    });
    expect(JSON.parse(changed.body.json).label).toBe('Java evenings');
    const listed = await Admin.call('listProcesses');
    expect(listed.body.map(({ _id }) => _id)).toContain(id);
    expect(JSON.parse((await Admin.call('getProcess', { params: { id } })).body)).toMatchObject({
      label: 'Java evenings',
    });
    expect((await Admin.call('deleteProcess', { params: { id } })).status).toBe(200);
    expect((await Admin.call('getProcess', { params: { id } })).status).toBe(404);
    const used = await Admin.call('deleteProcess', { params: { id: school.processId } });
    expect(used.status).toBe(422);
    expect(used.problem.message).toContain('Open batch');
  });

  test('what is no process is refused in words', async () => {
    const { Admin } = school.staff;
    for (const json of ['{', '[]', '{}', JSON.stringify({ ...PROCESS, applicationForm: { title: 'x', fields: [] } })]) {
      expect((await Admin.call('createProcess', { body: { json } })).status).toBe(422);
    }
    expect((await Admin.call('createProcess', { body: { json: 7 } })).status).toBe(400);
  });

  test('an organization without an open batch on it shows it only to its staff', async () => {
    const created = await school.staff.Admin.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
    expect((await server.client().call('getProcess', { params: { id: created.body._id } })).status).toBe(404);
  });

  test('a condition of an old process that cannot be evaluated counts as false and is logged without names', async () => {
    const { Admin } = school.staff;
    const term = { target: 'STATUS', operator: 'Greater than', comparisonValue: 'NO SUCH STATUS' };
    const visibilityCondition = { logicalOperator: 'AND', terms: [term] };
    const steps = [{ _id: 'never', title: 'Never', visibilityCondition, content: [{ markdown: 'Hidden' }] }];
    const processId = await writtenLongAgo({ ...PROCESS, applicationDetailsSteps: steps } as ProcessConfig);
    const batch = await Admin.call('createBatch', { body: { name: `Odd ${unique()}`, processId, status: 'Open' } });
    const { client, email, applicationId } = await applied(server, {
      ...school,
      batches: { ...school.batches, Open: batch.body._id },
    });

    const warned = vi.spyOn(server.running.services.logger, 'warn');
    const { body } = await client.call('getApplication', { params: { id: applicationId } });
    const seen = await client.call('getProcess', { params: { id: processId } });
    const lines = warned.mock.calls.map((line) => JSON.stringify(line));
    warned.mockRestore();

    expect(body.steps).toMatchObject([{ isVisible: false }]);
    expect(JSON.parse(seen.body).applicationDetailsSteps).toEqual([null]);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('A condition on STATUS cannot be evaluated');
      expect(line).toContain(applicationId);
      for (const personal of [email, 'Ada', 'Lovelace']) expect(line).not.toContain(personal);
    }
  });
});

/** Old logs may hold what is refused today. */
async function writtenLongAgo(config: ProcessConfig): Promise<string> {
  const { environment, engine } = server.running.composition;
  const { organizationId } = school;
  const command = { type: 'CreateProcess', data: { organizationId, config } } as const;
  const context = { ...operatorContext(server), organizationId };
  const created = accepted(await handle(environment, processConfig, crypto.randomUUID(), [command], context));
  await engine.waitFor(created.position);
  return created.id;
}

/** Sets the Host header, which `fetch` does not allow. */
async function organizationAt(host: string): Promise<string | null> {
  const { request } = await import('node:http');
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/organizationForCurrentDomain',
      headers: { Host: `${host}:${port}` },
    };
    request(options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve((JSON.parse(Buffer.concat(chunks).toString()) as { _id: string } | null)?._id ?? null);
    })
      .on('error', reject)
      .end();
  });
}
