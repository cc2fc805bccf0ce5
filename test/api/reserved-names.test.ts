import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Organization } from '../../api/contract/organizations.ts';
import { createOperator } from '../../api/operator/operations.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createSchool, operatorContext, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const DAY = 86_400_000;
let ahead = 0;
let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({
    environment: { PUBLIC_URL: 'https://enroll.portal.example', BASE_DOMAIN: 'portal.example', RATE_LIMITS: 'off' },
    now: () => Date.now() + ahead,
  });
  school = await createSchool(server, 'named-school');
  other = await createSchool(server, 'other-named');
});
afterAll(() => server.close());

const put = ({ organizationId: id, staff }: School, body: object) =>
  staff.Owner.call('changeOrganization', { params: { id }, body });
const refusalOf = async (call: ReturnType<typeof put>) => {
  const { status, problem } = await call;
  return [status, problem?.errors];
};

/** Signs in again, because sessions expire. */
async function later(days: number): Promise<void> {
  ahead += days * DAY;
  for (const { staff, slug } of [school, other]) {
    const { status } = await staff.Owner.call('login', {
      body: { email: `owner@${slug}.example`, password: PASSWORD },
    });
    expect(status).toBe(200);
  }
}

const organizationAt = (host: string) =>
  new Promise<Organization | null>((resolve, reject) => {
    get(`${server.url}/api/organizationForCurrentDomain`, { headers: { Host: host } }, (response) =>
      json(response).then((answer) => resolve(answer as Organization | null), reject),
    ).on('error', reject);
  });

/** Stores a name that only an earlier version allowed. */
async function storedEarlier({ organizationId }: School, changes: object): Promise<void> {
  const { environment, engine } = server.running.composition;
  const stream = `organization-${organizationId}`;
  const last = (await environment.log.readStream(stream)).at(-1);
  const event = { type: 'OrganizationDetailsChanged', data: { changes } };
  const stored = await environment.log.append(stream, last, [event], operatorContext(server));
  await engine.waitFor(stored.position);
}

describe("the portal's own names", () => {
  test.each([
    'enroll',
    'www',
    'mail',
    'login',
    'admin',
    'api',
    'static',
    'cdn',
    'app',
    'autodiscover',
    'password-reset',
    'sign-in',
    'billing',
    'xn--dmin-moa',
    'WWW',
  ])('no school becomes %s, as subdomain or slug', async (label) => {
    const message = TEXTS.organizations.nameReserved(label.toLowerCase());
    if (label === label.toLowerCase()) {
      for (const field of ['subdomain', 'slug']) {
        expect(await refusalOf(put(school, { [field]: label }))).toEqual([422, [{ field, message }]]);
      }
    } else expect((await put(school, { subdomain: label })).status).toBe(422);
  });

  test.each(['portal.example', 'enroll.portal.example', 'x.enroll.portal.example', 'named-school.portal.example'])(
    'no school has the domain %s',
    async (fullDomain) => {
      const error = { field: 'fullDomain', message: TEXTS.organizations.domainOfPortal };
      expect(await refusalOf(put(school, { fullDomain }))).toEqual([422, [error]]);
    },
  );

  test('the operator creates a school with those slugs that its Owner could give it, and hears the same sentence once', async () => {
    const create = (slug: string) =>
      createOperator(server.running.composition)(
        'organization create',
        { name: 'New', slug, ownerEmail: 'owner@new.example', ownerPassword: null, timeZone: 'UTC' },
        () => {},
      );
    for (const slug of ['enroll', 'www', 'a_b', 'Abc', '-ab', '', randomUUID(), 'xn--dmin-moa', other.slug]) {
      const { problem } = await put(school, { slug });
      const sentence = problem.errors?.[0]?.message;
      const refusal = await create(slug).then(String, (error: Error) => error.message);
      expect([slug, refusal]).toEqual([slug, `slug: ${sentence}`]);
    }
    await expect(create('ab')).resolves.toMatchObject({ setPasswordAt: expect.any(String) });
    expect((await put(school, { slug: 'cd' })).status).toBe(200);
    await put(school, { slug: 'named-school' });
  });

  test('a school that had one before keeps it until it changes it, but is never served at the address of the portal', async () => {
    await storedEarlier(other, { subdomain: 'www' });
    expect((await organizationAt('www.portal.example'))?._id).toBe(other.organizationId);
    const { body: organization } = await other.staff.Owner.call('getOrganization', {
      params: { id: other.organizationId },
    });
    expect((await put(other, { ...organization, description: 'New' })).status).toBe(200);

    await storedEarlier(other, { subdomain: 'enroll' });
    expect(await organizationAt('enroll.portal.example')).toBeNull();
    await put(other, { subdomain: null });
    expect((await put(other, { subdomain: 'enroll' })).status).toBe(422);
  });
});

describe('a name that a school gave up', () => {
  test.each(['subdomain', 'slug'] as const)(
    'stays away from others for a year, and comes back to it: %s',
    async (field) => {
      const name = `given-up-${field}`;
      const before = field === 'slug' ? school.slug : null;
      expect((await put(school, { [field]: name })).status).toBe(200);
      expect((await put(school, { [field]: before })).status).toBe(200);
      for (const taken of ['subdomain', 'slug']) {
        const [status, errors] = await refusalOf(put(other, { [taken]: name }));
        expect([status, errors]).toMatchObject([
          422,
          [{ field: taken, message: expect.stringContaining('is free again on') }],
        ]);
      }
      expect((await put(school, { [field]: name })).status).toBe(200);
      expect((await put(school, { [field]: before })).status).toBe(200);
      await later(364);
      expect((await put(other, { subdomain: name })).status).toBe(422);
      await later(2);
      expect((await put(other, { subdomain: name })).status).toBe(200);
    },
  );

  test('is not kept for a change that came to nothing', async () => {
    const name = `never-${randomUUID().slice(0, 8)}`;
    expect((await put(school, { subdomain: name, slug: other.slug })).status).toBe(409);
    expect((await put(other, { subdomain: name })).status).toBe(200);
  });
});

describe('restoring an old version', () => {
  test('brings back no address that a PUT would refuse', async () => {
    const { organizationId: id, staff } = school;
    const versionNow = async () => (await staff.Owner.call('getOrganization', { params: { id } })).body.version;
    for (const [changes, field] of [
      [{ subdomain: 'api' }, 'subdomain'],
      [{ subdomain: 'enroll' }, 'subdomain'],
      [{ slug: 'www' }, 'slug'],
      [{ fullDomain: 'enroll.portal.example' }, 'fullDomain'],
    ] as const) {
      const { body: before } = await staff.Owner.call('getOrganization', { params: { id } });
      await storedEarlier(school, changes);
      const version = await versionNow();
      await put(school, { [field]: before[field] });
      const refused = await staff.Owner.call('restoreOrganization', { params: { id }, body: { version } });
      expect([field, refused.status, refused.problem?.errors?.map((error) => error.field)]).toEqual([
        field,
        422,
        [field],
      ]);
    }
  });

  test('brings back no name that another school took meanwhile', async () => {
    const { organizationId: id, staff } = school;
    const { version } = (await put(school, { subdomain: 'for-a-while' })).body;
    await put(school, { subdomain: null });
    await later(366);
    expect((await put(other, { subdomain: 'for-a-while' })).status).toBe(200);
    const refused = await staff.Owner.call('restoreOrganization', { params: { id }, body: { version } });
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([409, 'subdomain']);
  });
});
