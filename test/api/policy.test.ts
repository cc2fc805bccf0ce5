import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import { CAPABILITIES, type Capability, can } from '../../domain/access/policy.ts';
import { actorOf, type Cast, createCast, PEOPLE } from '../support/cast.ts';
import type { Client } from '../support/client.ts';
import { addStaff, answers, freshEmail, PROCESS } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

type Side = 'own' | 'other';

let server: TestServer;
let worlds: Record<Side, Place>;
let cast: Cast;

/** A world with plans and a second applicant. */
interface Place extends World {
  readonly planIds: readonly string[];
  readonly othersId: string;
  readonly targetId: string;
}

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  worlds = { own: await createPlace('own-school'), other: await createPlace('other-school') };
  cast = await createCast(server, worlds.own);
});
afterAll(() => server.close());

async function createPlace(slug: string): Promise<Place> {
  const world = await createWorld(server, slug);
  const { Owner } = world.staff;
  const planIds: string[] = [];
  for (const name of ['At once', 'Monthly']) {
    planIds.push((await Owner.call('createPaymentModel', { body: { name } })).body._id);
  }
  const steps = [...PROCESS.applicationDetailsSteps, { title: 'Plan', availablePaymentModels: planIds }];
  const json = JSON.stringify({ ...PROCESS, applicationDetailsSteps: steps });
  await Owner.call('changeProcess', { params: { id: world.processId }, body: { json } });
  const target = await Owner.call('createBatch', {
    body: { name: 'Another', status: 'Open', processId: world.processId },
  });
  return { ...world, planIds, targetId: target.body._id, othersId: await submitted(world) };
}

async function submitted({ organizationId, batches }: World): Promise<string> {
  const body = { batchId: batches.Open, ...answers(freshEmail()) };
  return (await server.client({ organizationId }).call('submitApplication', { body })).body._id;
}

/** Tries a capability and returns whether it worked; an Owner reads the effect. */
type Probe = (client: Client, place: Place) => Promise<boolean>;

const put = (client: Client, id: string, body: object) =>
  client.call('changeApplication', { params: { id }, body: body as never });
const application = async ({ staff }: Place, id: string) =>
  (await staff.Owner.call('getApplication', { params: { id } })).body as Record<string, unknown>;
const sets =
  (member: string, choices: (place: Place) => readonly unknown[], at: (place: Place) => string): Probe =>
  async (client, place) => {
    const id = at(place);
    const before = (await application(place, id))[member];
    const value = choices(place).find((choice) => choice !== before);
    await put(client, id, { [member]: value });
    return (await application(place, id))[member] === value;
  };
const own = ({ applicationId }: Place) => applicationId;

/** Capabilities that calls check beyond the router's one. */
const PROBES: Partial<Record<Capability, Probe>> = {
  'batch.readPrivate': async (client, { batches: { Open: id } }) =>
    'privateDetails' in (await client.call('getBatch', { params: { id } })).body,
  'batch.read': async (client, { batches: { Draft: id } }) =>
    (await client.call('getBatch', { params: { id } })).status === 200,
  'organization.read': async (client, { organizationId: id }) =>
    'sendGridEmailAddress' in (await client.call('getOrganization', { params: { id } })).body,
  'organization.writeSecrets': async (client, { organizationId: id, staff }) => {
    const last = randomUUID().slice(-4);
    await client.call('changeOrganization', { params: { id }, body: { sendGridApiKey: `SG.key-${last}` } });
    return (await staff.Owner.call('getOrganization', { params: { id } })).body.sendGridApiKey === `••••${last}`;
  },
  'application.list': async (client, { organizationId, othersId }) => {
    const { body } = await client.call('listApplications', { query: { organizationId } as never });
    return Array.isArray(body) && body.some(({ _id }) => _id === othersId);
  },
  'application.readAdminOnly': async (client, { applicationId: id }) => {
    const { body } = await client.call('getApplication', { params: { id } });
    return ['adminComments', 'adminAssignee'].every((member) => member in body);
  },
  'application.readPast': async (client, { applicationId: id }) => {
    const query = { asOf: new Date().toISOString() };
    return (await client.call('getApplication', { params: { id }, query })).status === 200;
  },
  'application.choosePlan': sets('selectedPaymentModelId', ({ planIds }) => planIds, own),
  'application.changeStatus': sets('status', () => ['DECISION PENDING', 'NEW'], own),
  'application.correctPersonalData': sets(
    'email',
    () => [freshEmail()],
    ({ othersId }) => othersId,
  ),
  'application.assign': async (client, place) => {
    const userId = (await place.staff.Admin.call('getUser')).body._id;
    await put(place.staff.Owner, place.applicationId, { adminAssignee: null });
    await put(client, place.applicationId, { adminAssignee: { userId } });
    return (await application(place, place.applicationId)).adminAssignee !== null;
  },
  'application.comment': async (client, place) => {
    const message = randomUUID();
    await put(client, place.applicationId, { adminComments: [{ message }] });
    return JSON.stringify((await application(place, place.applicationId)).adminComments).includes(message);
  },
  'application.markAnswers': async (client, place) => {
    const note = randomUUID();
    await put(client, place.applicationId, { requestedCorrections: [{ _id: 'firstName', note }] });
    return JSON.stringify((await application(place, place.applicationId)).requestedCorrections).includes(note);
  },
  'application.transfer': async (client, place) => {
    const id = await submitted(place);
    await put(client, id, { status: 'TRANSFERRED', transferBatchId: place.targetId });
    return (await application(place, id)).status === 'TRANSFERRED';
  },
  'member.makeOwner': async (client, { organizationId: orgId, staff }) => {
    const email = freshEmail();
    await addStaff(server, orgId, email, 'Viewer');
    const roleOf = async () => (await staff.Owner.call('listUsers')).body.find((user) => user.email === email);
    const userId = (await roleOf())?._id;
    await client.call('changeRoleInOrganization', { body: { orgId, userId, role: 'Owner' } });
    return (await roleOf())?.orgRoles[0]?.role === 'Owner';
  },
  /** An applicant owns their submission by their account or by their browser's claim. */
  'application.addForOther': async (client, { organizationId, batches }) => {
    const claims = [...client.cookies.values()].join();
    const values = answers(freshEmail());
    const { status, body } = await client.call('submitApplication', {
      query: { organizationId } as never,
      body: { batchId: batches.Open, ...values },
    });
    return status === 200 && body.userId === null && [...client.cookies.values()].join() === claims;
  },
};

/** Never granted over HTTP: operator commands, and metrics with their own access rule. */
const OPERATORS: readonly Capability[] = [
  'metrics.read',
  'organization.create',
  'member.removeOwner',
  'user.grantCreator',
];
/** Capabilities that need more than a role: a browser's claim or a proven email. */
const SHOWN_ELSEWHERE: Partial<Record<Capability, string>> = {
  'application.linkUser': 'test/api/path.test.ts, test/api/requests.test.ts',
  'file.readPublic': 'test/api/files.test.ts',
};

describe('every capability of the policy table, by everyone, at home and elsewhere', () => {
  test.each(Object.entries(PROBES) as [Capability, Probe][])('%s', async (capability, probe) => {
    for (const side of ['own', 'other'] as const) {
      for (const person of PEOPLE) {
        const place = worlds[side];
        const isOwn = person === 'applicant' && side === 'own';
        const resource = { organizationId: place.organizationId, isOwn };
        const expected = can(actorOf(person, worlds.own), capability, resource);
        expect(await probe(cast.clients[person], place), `${person} at ${side}`).toBe(expected);
      }
    }
  });

  test('is asked for by a call, tried here, or the operator’s', () => {
    const asked = new Set<Capability>(Object.values(ENDPOINTS).map(({ capability }) => capability));
    const others = [PROBES, SHOWN_ELSEWHERE].flatMap((table) => Object.keys(table) as Capability[]);
    const known = new Set([...asked, ...others, ...OPERATORS]);
    expect(CAPABILITIES.filter((capability) => !known.has(capability))).toEqual([]);
  });
});
