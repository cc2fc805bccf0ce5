import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import type { Role } from '../../domain/access/actor.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addStaff, createSchool, ensured, freshEmail, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'member-school');
  other = await createSchool(server, 'other-school');
});
afterAll(() => server.close());

async function member(role: Role, at = school) {
  const email = freshEmail();
  const userId = await ensured(server, email);
  await addStaff(server, at.organizationId, email, role);
  return { email, userId, client: await signedIn(server, email, at.organizationId) };
}
const change = (by: Role, userId: string, role: Role, { organizationId: orgId } = school) =>
  school.staff[by].call('changeRoleInOrganization', { body: { orgId, userId, role } });
const remove = (by: Role, userId: string, { organizationId: orgId } = school) =>
  school.staff[by].call('removeMemberFromOrg', { body: { orgId, userId } });
const idOf = async (role: Role, at = school) => (await at.staff[role].call('getUser')).body._id;
const fixed = (email: string) => ({
  status: 422,
  problem: { message: `${email} is an Owner of this org. You cannot change an Owner's roles.` },
});

describe('roles', () => {
  test('are changed by Owners and Admins, and hold at the next call', async () => {
    const { userId, email, client } = await member('Viewer');
    expect((await client.call('listUsers')).status).toBe(403);
    const raised = await change('Admin', userId, 'Admin');
    expect(raised.body).toMatchObject({
      _id: userId,
      email,
      orgRoles: [{ orgId: school.organizationId, role: 'Admin' }],
    });
    expect((await client.call('listUsers')).status).toBe(200);
    await change('Owner', userId, 'Viewer');
    expect((await client.call('listUsers')).status).toBe(403);
    expect((await client.call('listProcesses')).status).toBe(200);
    expect((await remove('Admin', userId)).body).toEqual({ message: TEXTS.members.removed });
    expect((await client.call('listProcesses')).status).toBe(403);
    expect((await remove('Admin', userId)).status).toBe(200);
  });

  test('of an Owner stay, for every caller and every call', async () => {
    const { userId, email, client } = await member('Viewer');
    expect((await change('Owner', userId, 'Owner')).body.orgRoles).toMatchObject([{ role: 'Owner' }]);
    for (const by of ['Owner', 'Admin'] as const) {
      expect(await change(by, userId, 'Admin')).toMatchObject(fixed(email));
      expect(await remove(by, userId)).toMatchObject(fixed(email));
      const body = { orgId: school.organizationId, email, role: 'Viewer' };
      expect(await school.staff[by].call('addUserToOrg', { body })).toMatchObject(fixed(email));
    }
    const self = { orgId: school.organizationId, userId };
    expect(await client.call('removeMemberFromOrg', { body: self })).toMatchObject(fixed(email));
    expect(await change('Admin', userId, 'Owner')).toMatchObject({ status: 403 });
  });

  test('are no business of Viewers, strangers and other organizations', async () => {
    const { userId } = await member('Viewer');
    expect((await change('Viewer', userId, 'Admin')).status).toBe(403);
    expect((await remove('Viewer', userId)).status).toBe(403);
    const theirs = await idOf('Viewer', other);
    expect((await change('Owner', theirs, 'Admin', other)).status).toBe(404);
    expect((await remove('Owner', theirs, other)).status).toBe(404);
    expect(await change('Owner', theirs, 'Admin')).toMatchObject({
      status: 422,
      problem: { message: TEXTS.members.notAMember },
    });
    expect((await remove('Owner', theirs)).status).toBe(200);
    expect((await other.staff.Viewer.call('listProcesses')).status).toBe(200);
    for (const strange of ['nobody', '__proto__', 'constructor', 'toString']) {
      expect((await change('Owner', strange, 'Admin')).status, strange).toBe(422);
      expect((await remove('Owner', strange)).status, strange).toBe(200);
    }
  });

  test('that two change at once: one after the other, and what is lost a moment before gives no right', async () => {
    const target = await member('Viewer');
    const admin = await member('Admin');
    const body = { orgId: school.organizationId, userId: target.userId, role: 'Admin' };
    const [raised] = await Promise.all([
      admin.client.call('changeRoleInOrganization', { body }),
      change('Owner', admin.userId, 'Viewer'),
    ]);
    const { orgRoles } = (await target.client.call('getUser')).body;
    expect(orgRoles).toMatchObject([{ role: raised.status === 200 ? 'Admin' : 'Viewer' }]);
    expect((await admin.client.call('changeRoleInOrganization', { body })).status).toBe(403);
    expect((await admin.client.call('getUser')).body.orgRoles).toMatchObject([{ role: 'Viewer' }]);
  });

  test('a retry of a change answers the same, though the role has changed since', async () => {
    const { userId } = await member('Viewer');
    const body = { orgId: school.organizationId, userId, role: 'Admin' };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const { Owner } = school.staff;
    expect((await Owner.call('changeRoleInOrganization', { body, headers })).status).toBe(200);
    await change('Owner', userId, 'Viewer');
    expect((await Owner.call('changeRoleInOrganization', { body, headers })).status).toBe(200);
    const members = (await Owner.call('listUsers')).body;
    expect(members.find(({ _id }) => _id === userId)?.orgRoles).toMatchObject([{ role: 'Viewer' }]);
    const another = { ...body, role: 'Viewer' };
    expect((await Owner.call('changeRoleInOrganization', { body: another, headers })).status).toBe(422);
  });
});

describe("ending a member's sessions", () => {
  const end = (by: Role, userId: string, { organizationId: orgId } = school) =>
    school.staff[by].call('endMemberSessions', { body: { orgId, userId } });
  const at = ({ organizationId }: School) => ({ query: { organizationId } }) as never;

  test('logs them out of this school on every device until they log in again', async () => {
    const { userId, email, client } = await member('Admin');
    const phone = await signedIn(server, email, school.organizationId);
    expect((await end('Admin', userId)).body).toEqual({ message: TEXTS.members.sessionsEnded });
    for (const device of [client, phone]) {
      expect((await device.call('getUser')).status).toBe(401);
      expect((await device.call('listUsers')).status).toBe(401);
      const orgId = school.organizationId;
      const body = { orgId, userId, role: 'Owner' } as const;
      expect((await device.call('changeRoleInOrganization', { body })).status).toBe(401);
    }
    const again = await signedIn(server, email, school.organizationId);
    expect((await again.call('listUsers')).status).toBe(200);
    expect((await client.call('getUser')).status).toBe(401);
  });

  test('leaves them logged in at other schools, where the old session gives no way into this one', async () => {
    const { userId, email, client } = await member('Admin');
    await addStaff(server, other.organizationId, email, 'Admin');
    await end('Owner', userId);
    expect((await client.call('getUser', at(school))).status).toBe(401);
    const elsewhere = await client.call('getUser', at(other));
    expect(elsewhere.body.orgRoles).toEqual([{ orgId: other.organizationId, role: 'Admin' }]);
    expect((await client.call('listUsers', at(other))).status).toBe(200);
    const params = { id: school.processId };
    expect((await client.call('getProcess', { params, ...(at(other) as object) })).status).toBe(
      (await other.staff.Admin.call('getProcess', { params })).status,
    );
    const body = { orgId: school.organizationId, userId: await idOf('Viewer'), role: 'Admin' } as const;
    const raised = await client.call('changeRoleInOrganization', { body, ...(at(other) as object) });
    expect(raised.status).toBe((await other.staff.Admin.call('changeRoleInOrganization', { body })).status);
    expect(raised.status).not.toBe(200);
  });

  test('keeps to the rules for Owners, and is refused to Viewers and other schools', async () => {
    const owner = await member('Owner');
    expect(await end('Admin', owner.userId)).toMatchObject({
      status: 403,
      problem: { message: TEXTS.members.ownerSessions },
    });
    expect((await owner.client.call('getUser')).status).toBe(200);
    const { userId, client } = await member('Viewer');
    expect((await end('Viewer', userId)).status).toBe(403);
    const attack = { body: { orgId: school.organizationId, userId } };
    expect((await other.staff.Owner.call('endMemberSessions', attack)).status).toBe(404);
    expect((await client.call('getUser')).status).toBe(200);
    const ours = { body: { orgId: other.organizationId, userId } };
    expect(await other.staff.Owner.call('endMemberSessions', ours)).toMatchObject({
      status: 422,
      problem: { message: TEXTS.members.notAMember },
    });
    expect((await client.call('getUser')).status).toBe(200);
    expect((await end('Owner', owner.userId)).status).toBe(200);
    expect((await owner.client.call('getUser')).status).toBe(401);
  });

  test('is in the audit log with the person who did it', async () => {
    const { userId } = await member('Viewer');
    await end('Admin', userId);
    const { body } = await school.staff.Owner.call('listAudit', { query: { type: 'MemberSessionsEnded' } });
    expect(body[0]?.actor).toMatchObject({ email: 'admin@member-school.example' });
  });
});

describe('the list of members', () => {
  test('says when each of them last signed in since they became a member, at whichever address', async () => {
    const email = freshEmail();
    const userId = await ensured(server, email);
    for (const { organizationId } of [school, other]) await addStaff(server, organizationId, email, 'Viewer');
    const lastAt = async ({ staff }: School) =>
      (await staff.Admin.call('listUsers')).body.find(({ _id }) => _id === userId)?.lastSignInAt;
    expect([await lastAt(school), await lastAt(other)]).toEqual([null, null]);
    const before = new Date().toISOString();
    await signedIn(server, email, school.organizationId);
    expect(((await lastAt(school)) ?? '') >= before).toBe(true);
    expect(((await lastAt(other)) ?? '') >= before, 'whose data that session opens too').toBe(true);
    await remove('Owner', userId);
    await addStaff(server, school.organizationId, email, 'Viewer');
    expect(await lastAt(school)).toBeNull();
  });

  test('holds all, Owners and Admins, or Viewers, of the current organization alone', async () => {
    const { Admin } = school.staff;
    const { userId, email } = await member('Viewer', other);
    await addStaff(server, school.organizationId, email, 'Viewer');
    const rolesIn = async (filter?: 'admin' | 'viewer') => {
      const { body } = await Admin.call('listUsers', filter ? { query: { filter } } : {});
      for (const { orgRoles } of body) {
        expect(orgRoles).toHaveLength(1);
        expect(orgRoles[0]?.orgId).toBe(school.organizationId);
      }
      return { ids: body.map(({ _id }) => _id), roles: new Set(body.map(({ orgRoles }) => orgRoles[0]?.role)) };
    };
    const [all, admins, viewers] = [await rolesIn(), await rolesIn('admin'), await rolesIn('viewer')];
    expect(admins.roles).toEqual(new Set(['Owner', 'Admin']));
    expect(viewers.roles).toEqual(new Set(['Viewer']));
    expect([...admins.ids, ...viewers.ids].sort()).toEqual([...all.ids].sort());
    expect(viewers.ids).toContain(userId);
    const query = { filter: 'owner', organizationId: school.organizationId };
    expect((await Admin.call('listUsers', { query: query as never })).status).toBe(400);
    const foreign = { query: { organizationId: other.organizationId } };
    expect((await Admin.call('listUsers', foreign)).status).toBe(404);
  });

  test('is for those who manage members only, the list of invitations too', async () => {
    for (const name of ['listUsers', 'listSignupLinks'] as const) {
      expect((await school.staff.Viewer.call(name)).status).toBe(403);
      expect((await server.client({ organizationId: school.organizationId }).call(name)).status).toBe(401);
      const { client } = await member('Owner', other);
      expect((await client.call(name, { query: { organizationId: school.organizationId } as never })).status).toBe(404);
    }
  });

  test('of an organization says nothing about people to the public', async () => {
    const { body } = await server.client().call('getOrganization', { params: { id: school.organizationId } });
    for (const name of Object.keys(body)) expect(name).not.toMatch(/member|invit|link/i);
    expect(JSON.stringify(body)).not.toContain(await idOf('Owner'));
  });
});

test('the operator removes an Owner, never the last', async () => {
  const alone = await createSchool(server, 'lonely-school');
  const operate = createOperator(server.running.composition);
  const removeOwner = (email: string) =>
    operate('organization remove-owner', { organization: 'lonely-school', email }, () => {});
  await expect(removeOwner('owner@lonely-school.example')).rejects.toThrow(TEXTS.members.lastOwner);
  const { email, client } = await member('Owner', alone);
  expect((await client.call('listUsers')).status).toBe(200);
  await removeOwner(email);
  expect((await client.call('listUsers')).status).toBe(403);
});
