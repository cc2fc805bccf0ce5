import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { routesOf } from '../../api/routes.ts';
import { type Actor, ANONYMOUS, type Role } from '../../domain/actor.ts';
import { can, POLICY } from '../../domain/policy.ts';
import type { Client } from '../support/client.ts';
import { applied, createSchool, freshEmail, PASSWORD, PROCESS, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PEOPLE = ['visitor', 'applicant', 'stranger', 'Viewer', 'Admin', 'Owner'] as const;
type Person = (typeof PEOPLE)[number];
type Side = 'own' | 'other';

let server: TestServer;
let schools: Record<Side, School>;
let applications: Record<Side, string>;
let clients: Record<Person, Client>;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  schools = { own: await createSchool(server, 'own-school'), other: await createSchool(server, 'other-school') };
  const applicant = await applied(server, schools.own);
  applications = {
    own: applicant.applicationId,
    other: (await applied(server, schools.other)).applicationId,
  };
  const stranger = server.client();
  await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
  clients = { visitor: server.client(), applicant: applicant.client, stranger, ...schools.own.staff };
});
afterAll(() => server.close());

/** What a call is about: the service itself, the machine that it and this test run on, an organization's lists, or one thing of it that the public may or may not see. */
type About = 'service' | 'machine' | 'list' | 'public thing' | 'application';
interface Sample {
  readonly about: About;
  readonly given: (at: School, applicationId: string) => { params?: object; body?: unknown };
}
const service: Sample = { about: 'service', given: () => ({}) };
const list = (body?: unknown): Sample => ({ about: 'list', given: () => (body === undefined ? {} : { body }) });
const process = (body?: unknown): Sample => ({
  about: 'public thing',
  given: ({ processId }) => ({ params: { id: processId }, ...(body === undefined ? {} : { body }) }),
});
const ofApplication = (body?: unknown): Sample => ({
  about: 'application',
  given: (_, id) => ({ params: { id }, ...(body === undefined ? {} : { body }) }),
});

/** One request for each call, harmless wherever it is allowed. A call without one does not compile. */
const SAMPLES: Readonly<Record<EndpointName, Sample>> = {
  signup: { about: 'service', given: () => ({ body: {} }) },
  login: { about: 'service', given: () => ({ body: {} }) },
  sendResetLink: { about: 'service', given: () => ({ body: {} }) },
  resetPassword: { about: 'service', given: () => ({ body: {} }) },
  verifyEmail: { about: 'service', given: () => ({ body: {} }) },
  getUser: service,
  listUsers: list(),
  organizationForCurrentDomain: list(),
  listOrganizations: list(),
  getOrganization: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id } }) },
  changeOrganization: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id }, body: {} }) },
  listBatches: list(),
  createBatch: list({}),
  getBatch: { about: 'public thing', given: ({ batches }) => ({ params: { id: batches.Open } }) },
  changeBatch: { about: 'public thing', given: ({ batches }) => ({ params: { id: batches.Open }, body: {} }) },
  listProcesses: list(),
  createProcess: list({ json: 'not a process' }),
  getProcess: process(),
  changeProcess: process({ json: JSON.stringify(PROCESS) }),
  deleteProcess: process(),
  listApplications: list(),
  submitApplication: list({}),
  getApplication: ofApplication(),
  changeApplication: ofApplication({}),
  getApplicationHistory: ofApplication(),
  recordActivity: {
    about: 'application',
    given: (_, applicationId) => ({ body: { applicationId, activityEntries: [] } }),
  },
  healthz: service,
  readyz: service,
  metrics: { about: 'machine', given: () => ({}) },
  openapi: service,
  docs: service,
  listProjections: service,
  rebuildProjection: { about: 'service', given: () => ({ params: { name: 'users' } }) },
  logout: service,
};

const actorOf = (person: Person, { organizationId }: School): Actor => {
  if (person === 'visitor') return ANONYMOUS;
  const isStaff = person === 'Viewer' || person === 'Admin' || person === 'Owner';
  const roles = isStaff ? [{ orgId: organizationId, role: person as Role }] : [];
  return { kind: 'user', id: person, roles, isCreator: false };
};

/** The refusal that is due, or undefined where the policy says yes. */
function refusalOf(name: EndpointName, person: Person, side: Side): number | undefined {
  const { about } = SAMPLES[name];
  if (about === 'machine') return undefined;
  const { capability } = ENDPOINTS[name];
  const actor = actorOf(person, schools.own);
  const isOwn = about === 'application' && person === 'applicant' && side === 'own';
  const organizationId = about === 'service' ? null : schools[side].organizationId;
  if (can(actor, capability, { organizationId, isOwn })) return undefined;
  if (person === 'visitor') return 401;
  if (about === 'service') return 403;
  const isStaff = actor.roles.length > 0;
  if (isStaff) return side === 'own' ? 403 : 404;
  return about === 'application' && !isOwn ? 404 : 403;
}

describe('every call is asked for by everyone, at home and elsewhere', () => {
  for (const name of Object.keys(SAMPLES) as EndpointName[]) {
    test(name, async () => {
      for (const person of PEOPLE) {
        for (const side of ['own', 'other'] as const) {
          const given = SAMPLES[name].given(schools[side], applications[side]);
          const query = { organizationId: schools[side].organizationId };
          const { status, problem } = await clients[person].call(name, { ...given, query } as never);
          const refusal = refusalOf(name, person, side);
          const what = `${person} at ${side}: ${status} ${problem?.message}`;
          if (refusal !== undefined) expect(status, what).toBe(refusal);
          else expect([200, 400, 422], what).toContain(status);
        }
      }
    });
  }
});

describe('no way around the policy', () => {
  beforeAll(async () => {
    // The walk has asked for `logout`, too.
    const { organizationId } = schools.own;
    const again = async (role: Role) => signedIn(server, `${role.toLowerCase()}@own-school.example`, organizationId);
    schools.own = {
      ...schools.own,
      staff: { Owner: await again('Owner'), Admin: await again('Admin'), Viewer: await again('Viewer') },
    };
  });

  test('exactly the calls of the contract are mounted, each with a capability of the table', () => {
    const mounted = routesOf(server.running.services).map(({ endpoint }) => endpoint);
    const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(mounted.map(key).sort()).toEqual(Object.values(ENDPOINTS).map(key).sort());
    for (const { capability } of mounted) expect(Object.keys(POLICY)).toContain(capability);
  });

  test('what belongs to another organization answers exactly like what does not exist', async () => {
    const { Owner } = schools.own.staff;
    for (const [name, id] of [
      ['getApplication', applications.other],
      ['getApplicationHistory', applications.other],
      ['getBatch', schools.other.batches.Draft],
    ] as const) {
      const theirs = await Owner.call(name, { params: { id } });
      const nobodys = await Owner.call(name, { params: { id: crypto.randomUUID() } });
      expect([theirs.status, theirs.problem]).toEqual([nobodys.status, nobodys.problem]);
      expect(theirs.status).toBe(404);
    }
  });

  test('who may not do it learns nothing about what was wrong with the request', async () => {
    const send = (client: Client, body: string, type = 'application/json') =>
      client.raw({
        method: 'PUT',
        path: `/api/organizations/${schools.own.organizationId}`,
        headers: { 'Content-Type': type },
        body,
      });
    for (const body of ['{"name":', '{"name":7}', 'x'.repeat(1_100_000)]) {
      expect((await send(server.client(), body)).status).toBe(401);
      expect((await send(schools.own.staff.Viewer, body)).status).toBe(403);
      expect((await send(schools.own.staff.Viewer, body, 'text/plain')).status).toBe(403);
    }
  });

  test('a role that was taken away does not work at the next call', async () => {
    const { composition } = server.running;
    const { Viewer } = schools.other.staff;
    const read = () => Viewer.call('listProcesses');
    expect((await read()).status).toBe(200);
    const { handle } = await import('../../commands/handle.ts');
    const { organization } = await import('../../domain/organization/organization.ts');
    const { SYSTEM } = await import('../../domain/actor.ts');
    const userId = (await Viewer.call('getUser')).body._id;
    const id = crypto.randomUUID();
    const removed = await handle(
      composition.environment,
      organization,
      schools.other.organizationId,
      [{ type: 'RemoveMember', data: { userId } }],
      {
        at: new Date().toISOString(),
        actor: SYSTEM,
        organizationId: schools.other.organizationId,
        commandId: id,
        commandHash: id,
        correlationId: id,
        causationId: null,
      },
    );
    if (!removed.ok) throw new Error(removed.rejection.message);
    await composition.engine.waitFor(removed.value.position);
    expect((await read()).status).toBe(403);
  });
});
