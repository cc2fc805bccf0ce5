import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkDomains } from '../../api/background/verify-domains.ts';
import type { Organization } from '../../api/contract/organizations.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createSchool, operatorContext, PASSWORD, proveDomain, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const DAY = 86_400_000;
const DOMAIN = 'apply.proven.example';
let ahead = 0;
let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({
    environment: { PUBLIC_URL: 'https://portal.example', RATE_LIMITS: 'off' },
    now: () => Date.now() + ahead,
  });
  school = await createSchool(server, 'proving');
  other = await createSchool(server, 'rival');
});
afterAll(() => server.close());
beforeEach(() => server.txtRecords.clear());

const put = async ({ organizationId: id, staff }: School, body: object) =>
  staff.Owner.call('changeOrganization', { params: { id }, body });
const verify = ({ organizationId: id, staff }: School) => staff.Owner.call('verifyDomain', { params: { id } });
const read = async ({ organizationId: id, staff }: School) =>
  (await staff.Admin.call('getOrganization', { params: { id } })).body;
const createRecord = async (of: School) => {
  const { name = '', value = '' } = (await read(of)).fullDomainRecord ?? {};
  server.txtRecords.set(name, [...(server.txtRecords.get(name) ?? []), value]);
  return name;
};
const checkDaily = async () => {
  const { services } = server.running;
  await checkDomains(services, new AbortController().signal);
  await services.engine.waitFor(await services.log.head());
};
/** Signs in again, because sessions expire after some weeks. */
async function later(days: number): Promise<void> {
  ahead += days * DAY;
  for (const { staff, slug } of [school, other]) {
    for (const role of ['Owner', 'Admin'] as const) {
      const email = `${role.toLowerCase()}@${slug}.example`;
      expect((await staff[role].call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    }
  }
}
const organizationAt = (host: string) =>
  new Promise<string | null>((resolve, reject) => {
    get(`${server.url}/api/organizationForCurrentDomain`, { headers: { Host: host } }, (response) =>
      json(response).then((answer) => resolve((answer as Organization | null)?._id ?? null), reject),
    ).on('error', reject);
  });

describe("a school's own domain", () => {
  test('leads nowhere until its record is in DNS, and says which', async () => {
    const { body } = await put(school, { fullDomain: DOMAIN });
    expect(body).toMatchObject({
      fullDomain: DOMAIN,
      fullDomainState: 'pending',
      fullDomainRecord: {
        name: `_intake.${DOMAIN}`,
        type: 'TXT',
        value: expect.stringMatching(/^intake-verification=\w{32}$/),
      },
      fullDomainKeptUntil: null,
    });
    const refused = await verify(school);
    const { name = '', value = '' } = body.fullDomainRecord ?? {};
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.organizations.domainNotProven(name, value)]);
    expect(await organizationAt(DOMAIN)).toBeNull();

    server.txtRecords.set(name, null);
    expect((await verify(school)).problem.message).toBe(TEXTS.organizations.dnsUnavailable(DOMAIN));

    server.txtRecords.set(name, ['v=spf1 -all', value]);
    expect(await verify(school)).toMatchObject({ status: 200, body: { fullDomainState: 'proven' } });
    expect(await organizationAt(DOMAIN.toUpperCase())).toBe(school.organizationId);
    const seen = await read(school);
    expect((await put(school, seen)).body.version).toBe(seen.version);
  });

  test('is verified by its staff alone, and strangers see no record', async () => {
    const params = { id: school.organizationId };
    expect((await school.staff.Viewer.call('verifyDomain', { params })).status).toBe(403);
    expect((await server.client().call('verifyDomain', { params })).status).toBe(401);
    expect((await other.staff.Owner.call('verifyDomain', { params })).status).toBeGreaterThanOrEqual(403);
    const seen = await server.client().call('getOrganization', { params });
    expect(seen.body).not.toHaveProperty('fullDomainRecord');
    expect(seen.body).not.toHaveProperty('servedDomain');
    await put(other, { fullDomain: null });
    expect((await verify(other)).problem.message).toBe(TEXTS.organizations.domainMissing);
  });

  test('of several who ask for one, the first to prove it has it, and the record of one proves it for no other', async () => {
    const wanted = 'several.example';
    for (const one of [school, other]) expect((await put(one, { fullDomain: wanted })).status).toBe(200);
    await createRecord(other);
    expect((await verify(school)).status).toBe(422);
    expect((await verify(other)).status).toBe(200);
    await createRecord(school);
    const late = await verify(school);
    expect([late.status, late.problem.message]).toEqual([409, TEXTS.organizations.nameTaken(wanted)]);
    expect(await organizationAt(wanted)).toBe(other.organizationId);
    expect((await put(school, { fullDomain: null })).status).toBe(200);
    expect((await put(school, { fullDomain: wanted })).status).toBe(409);
  });

  test('of two who prove it at the same time exactly one has it', async () => {
    const wanted = 'at-once.example';
    for (const one of [school, other]) await put(one, { fullDomain: wanted });
    await createRecord(school);
    await createRecord(other);
    const statuses = await Promise.all([verify(school), verify(other)].map(async (call) => (await call).status));
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test('is looked up once a day: pending ones become proven, and a lost one another school may prove', async () => {
    const wanted = 'daily.example';
    for (const one of [school, other]) await put(one, { fullDomain: wanted });
    await checkDaily();
    expect((await read(school)).fullDomainState).toBe('pending');
    const name = await createRecord(school);
    await checkDaily();
    expect(await read(school)).toMatchObject({ fullDomainState: 'proven', fullDomainKeptUntil: null });

    server.txtRecords.set(name, null);
    await checkDaily();
    expect((await read(school)).fullDomainKeptUntil).toBeNull();

    server.txtRecords.delete(name);
    await createRecord(other);
    await checkDaily();
    expect(await organizationAt(wanted)).toBe(school.organizationId);
    expect(Date.parse((await read(school)).fullDomainKeptUntil ?? '')).toBeGreaterThan(Date.now() + ahead + 6 * DAY);
    expect((await read(other)).fullDomainState).toBe('pending');
    await later(8);
    await checkDaily();
    await checkDaily();
    expect((await read(school)).fullDomainState).toBe('pending');
    expect(await organizationAt(wanted)).toBe(other.organizationId);
  });

  test('is looked up although the lookups of five other schools fail', async () => {
    const { services } = server.running;
    const wanted = 'neighbour.example';
    await put(school, { fullDomain: wanted });
    await createRecord(school);
    const names = [1, 2, 3, 4, 5].map((n) => `failing-${n}.example`);
    for (const [n, fullDomain] of names.entries()) {
      const failing = await createSchool(server, `failing-${n}`);
      await put(failing, { fullDomain });
    }
    const failed = new Set<string>();
    const resolveTxt = async (name: string) => {
      if (!name.includes('failing')) return services.environment.resolveTxt(name);
      failed.add(name);
      throw new Error('The lookup failed');
    };
    const environment = { ...services.environment, resolveTxt };
    await checkDomains({ ...services, environment }, new AbortController().signal);
    expect(failed.size).toBe(names.length);
    await services.engine.waitFor(await services.log.head());
    expect((await read(school)).fullDomainState).toBe('proven');
  });

  test('that a school gave up serves at once whichever school proves it next', async () => {
    const wanted = 'given-up.example';
    await proveDomain(server, school, wanted);
    expect((await put(other, { fullDomain: wanted })).status).toBe(409);
    await put(school, { fullDomain: null });
    expect((await put(other, { fullDomain: wanted })).body).toMatchObject({ fullDomainState: 'pending' });
    expect((await verify(other)).status).toBe(422);
    expect(await organizationAt(wanted)).toBeNull();
    await createRecord(other);
    expect((await verify(other)).status).toBe(200);
    expect(await organizationAt(wanted)).toBe(other.organizationId);
    expect((await put(school, { fullDomain: wanted })).status).toBe(409);
  });

  test('that an earlier version let it have goes on serving for thirty days without a record', async () => {
    const earlier = 'earlier.example';
    const { environment, engine } = server.running.composition;
    const stream = `organization-${school.organizationId}`;
    await put(school, { fullDomain: null });
    const last = (await environment.log.readStream(stream)).at(-1);
    const event = { type: 'OrganizationDetailsChanged', data: { changes: { fullDomain: earlier } } };
    const { position } = await environment.log.append(stream, last, [event], operatorContext(server));
    await engine.waitFor(position);
    expect(await organizationAt(earlier)).toBe(school.organizationId);
    await checkDaily();
    await later(29);
    await checkDaily();
    expect(await organizationAt(earlier)).toBe(school.organizationId);
    await later(2);
    await checkDaily();
    expect((await read(school)).fullDomainState).toBe('pending');
    expect(await organizationAt(earlier)).toBeNull();
  });

  test('is looked up when the server starts', async () => {
    const wanted = 'started.example';
    await put(school, { fullDomain: wanted });
    await createRecord(school);
    server = await server.restart();
    await vi.waitUntil(async () => (await organizationAt(wanted)) === school.organizationId, 20_000);
  });

  test('is looked up on request ten times in a quarter of an hour at most', async () => {
    const limited = await startTestServer();
    try {
      const busy = await createSchool(limited, 'busy');
      await put(busy, { fullDomain: 'busy.example' });
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 11; attempt += 1) statuses.push((await verify(busy)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    } finally {
      await limited.close();
    }
  });
});
