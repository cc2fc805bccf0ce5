import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import type { SecurityEntryView } from '../../api/contract/security-log.ts';
import { routesOf } from '../../api/routes/routes.ts';
import type { Actor } from '../../domain/access/actor.ts';
import {
  CONFIRMED_MINUTES,
  EMAILED_CODE_NEEDED_TYPE,
  FACTOR_NEEDED_TYPE,
  UNCONFIRMED_TYPE,
} from '../../domain/access/confirmation.ts';
import { can, POLICY } from '../../domain/access/policy.ts';
import { dayIn } from '../../domain/values/days.ts';
import { CALL_CASES, type Given } from '../support/call-cases.ts';
import { actorOf, type Cast, createCast, PEOPLE, type Person } from '../support/cast.ts';
import type { Client } from '../support/client.ts';
import { addStaff, signedIn } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

type Side = 'own' | 'other';

let server: TestServer;
let schools: Record<Side, World>;
let cast: Cast;
/** An Owner who logged in long ago, and one whose session has ended. */
let tired: Client;
let ended: Client;
/** A school that requires a second factor, and an Owner of it without one. */
let strict: World;
let bare: Client;
let clockShift = 0;
/** What people tried at the other school in vain. */
const tried: { readonly name: EndpointName; readonly person: Person; readonly status: number }[] = [];

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + clockShift });
  schools = { own: await createWorld(server, 'own-school'), other: await createWorld(server, 'other-school') };
  cast = await createCast(server, schools.own);
  const { organizationId } = schools.own;
  const owner = () => signedIn(server, 'owner@own-school.example', organizationId);
  clockShift = -CONFIRMED_MINUTES * 60_000;
  tired = await owner();
  clockShift = 0;
  ended = await owner();
  const cookies = [...ended.cookies];
  await ended.call('logout');
  for (const [name, value] of cookies) ended.cookies.set(name, value);
  strict = await createWorld(server, 'strict-school');
  const { Owner } = strict.staff;
  await addApp(Owner);
  const body = { from: dayIn('Asia/Manila', Date.now()) };
  const required = await Owner.call('changeFactorRequirement', { params: { id: strict.organizationId }, body });
  expect(required.status, required.problem?.message).toBe(200);
  await addStaff(server, strict.organizationId, 'bare@strict-school.example', 'Owner');
  bare = await signedIn(server, 'bare@strict-school.example', strict.organizationId);
});
afterAll(() => server.close());

function refusalOf(name: EndpointName, person: Person, side: Side): number | undefined {
  const { about } = CALL_CASES[name];
  if (about === 'machine') return undefined;
  const { capability } = ENDPOINTS[name];
  const actor = actorOf(person, schools.own);
  const isOwn = (about === 'application' || about === 'own list') && person === 'applicant' && side === 'own';
  const organizationId = about === 'service' ? null : schools[side].organizationId;
  if (can(actor, capability, { organizationId, isOwn })) return undefined;
  if (person === 'visitor') return 401;
  if (about === 'service') return 403;
  const isStaff = actor.roles.length > 0;
  if (isStaff) return side === 'own' ? 403 : 404;
  const isUnseen = about === 'staff thing' || (about === 'application' && !isOwn);
  return isUnseen ? 404 : 403;
}

describe('every call is asked for by everyone, at home and elsewhere', () => {
  for (const name of Object.keys(CALL_CASES) as EndpointName[]) {
    test(name, async () => {
      // Whoever is refused uses nothing up.
      const unused = new Map<Side, Given>();
      for (const person of PEOPLE) {
        for (const side of ['own', 'other'] as const) {
          const given = unused.get(side) ?? (await CALL_CASES[name].given(schools[side]));
          unused.delete(side);
          const query = { organizationId: schools[side].organizationId, ...given.query };
          const { status, problem } = await cast.clients[person].call(name, { ...given, query } as never);
          if (CALL_CASES[name].endsSession) await cast.again(person);
          const refusal = refusalOf(name, person, side);
          const what = `${person} at ${side}: ${status} ${problem?.message}`;
          if (refusal !== undefined) {
            unused.set(side, given);
            expect(status, what).toBe(refusal);
            if (side === 'other') tried.push({ name, person, status });
          } else if (CALL_CASES[name].findsNothing) expect(status, what).toBe(404);
          else expect([200, 400, 422], what).toContain(status);
        }
      }
    });
  }
});

describe('every call of an Owner at home', () => {
  for (const name of Object.keys(CALL_CASES) as EndpointName[]) {
    const { about, endsSession, given } = CALL_CASES[name];
    test(`${name}: asks who it is after a while, if it must, and never after the session has ended`, async () => {
      const { confirmation }: Endpoint = ENDPOINTS[name];
      const request = (await given(schools.own)) as never;
      const ask = (client: Client) => client.call(name, request);
      // What ends the session of the Owner cannot be asked twice.
      if (!endsSession) {
        const { status, problem } = await ask(tired);
        const isAsked = (problem as { type?: string } | null)?.type === UNCONFIRMED_TYPE;
        // What cannot be read is refused first.
        expect(isAsked, `${status} ${problem?.message}`).toBe(confirmation === 'always' && status === 403);
        if (confirmation === 'always') expect([400, 403, 422]).toContain(status);
      }
      const refusal = about === 'machine' ? undefined : refusalOf(name, 'visitor', 'own');
      const { status } = await ask(ended);
      if (refusal !== undefined) expect(status).toBe(refusal);
      else expect([200, 400, 401, 404, 422]).toContain(status);
    });
  }
});

describe('every call of an Owner without a second factor where it is required', () => {
  for (const name of Object.keys(CALL_CASES) as EndpointName[]) {
    const { about, endsSession, given } = CALL_CASES[name];
    if (endsSession) continue;
    test(`${name}: is refused if it is one of staff, and needs an emailed code if it adds the factor`, async () => {
      const { capability, summary } = ENDPOINTS[name];
      const owner: Actor = { kind: 'user', id: 'bare', roles: [], isCreator: false };
      const asOwner = { ...owner, roles: [{ orgId: strict.organizationId, role: 'Owner' as const }] };
      const { organizationId } = strict;
      const isOfStaff = !can(owner, capability, { organizationId }) && can(asOwner, capability, { organizationId });
      const { status, problem } = await bare.call(name, (await given(strict)) as never);
      const type = (problem as { type?: string } | null)?.type;
      const isAsked = type === FACTOR_NEEDED_TYPE;
      expect(isAsked, `${status} ${problem?.message}`).toBe(isOfStaff && about !== 'service');
      if (isAsked) expect(status).toBe(403);
      const addsFactor = summary.includes(EMAILED_CODE_NEEDED_TYPE);
      // What cannot be read is refused first.
      expect(type === EMAILED_CODE_NEEDED_TYPE, `${status} ${problem?.message}`).toBe(addsFactor && status === 403);
      if (addsFactor) expect([400, 403]).toContain(status);
    });
  }
});

describe('no way around the policy', () => {
  test('exactly the calls of the contract are mounted, each with a capability of the table', () => {
    const mounted = routesOf(server.running.services).map(({ endpoint }) => endpoint);
    const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(mounted.map(key).sort()).toEqual(Object.values(ENDPOINTS).map(key).sort());
    for (const { capability } of mounted) expect(Object.keys(POLICY)).toContain(capability);
  });

  test('what belongs to another organization answers exactly like what does not exist', async () => {
    const { Owner } = cast.clients;
    for (const [name, id] of [
      ['getApplication', schools.other.applicationId],
      ['getApplicationHistory', schools.other.applicationId],
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
      expect((await send(cast.clients.Viewer, body)).status).toBe(403);
      expect((await send(cast.clients.Viewer, body, 'text/plain')).status).toBe(403);
    }
  });

  test('a role that was taken away does not work at the next call', async () => {
    const { composition } = server.running;
    const { Viewer } = schools.other.staff;
    const read = () => Viewer.call('listProcesses');
    expect((await read()).status).toBe(200);
    const { handle } = await import('../../commands/handling/handle.ts');
    const { organization } = await import('../../domain/organization/organization.ts');
    const { SYSTEM } = await import('../../domain/access/actor.ts');
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

test('each try at the other school is in its security log, with the account, and no email or name', async () => {
  const ids = new Map<Person, string | null>([['visitor', null]]);
  for (const person of PEOPLE) {
    if (person !== 'visitor') ids.set(person, (await cast.clients[person].call('getUser')).body._id);
  }
  const { Owner } = schools.other.staff;
  const entries: SecurityEntryView[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = { limit: '200', ...(after === undefined ? {} : { after }) };
    const { body } = await Owner.call('listSecurityLog', { query });
    entries.push(...body.entries);
    after = body.next;
  }
  const kinds = { 401: 'notSignedIn', 403: 'refused', 404: 'foreignId' } as const;
  const told = new Set(
    entries.flatMap(({ kind, actor, calls }) => calls.map(({ call }) => `${kind} ${actor?.id} ${call}`)),
  );
  const missing = tried.filter(({ name, person, status }) => {
    const { method, path } = ENDPOINTS[name];
    return !told.has(`${kinds[status as keyof typeof kinds]} ${ids.get(person)} ${method} ${path}`);
  });
  expect(tried.length).toBeGreaterThan(300);
  // Every page asks who is signed in, so that is no entry.
  expect(missing).toEqual([{ name: 'getUser', person: 'visitor', status: 401 }]);
  const emails = [...JSON.stringify(entries).matchAll(/[\w.-]+@[\w.-]+/g)].map(([email]) => email);
  expect(emails.filter((email) => !email.endsWith('@other-school.example'))).toEqual([]);
});
