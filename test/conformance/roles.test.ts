import { expect } from 'vitest';
import type { Role } from '../../domain/access/actor.ts';
import { isStaff } from '../../domain/access/policy.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addStaff, freshEmail, PASSWORD } from '../support/school.ts';
import { applicantOf, change, read } from './acting.ts';
import { conform, type Scene } from './conform.ts';

const ADMIN_ONLY = ['adminComments', 'adminAssignee', 'selectedPaymentModelId', 'rating'];

async function colleague({ server, world }: Scene, role: Role) {
  const email = freshEmail();
  await addStaff(server, world.organizationId, email, role);
  const { body } = await world.staff.Owner.call('listUsers');
  return { email, userId: body.find((user) => user.email === email)?._id ?? '' };
}

conform('roles', {
  'Staff navigation: Owner, Admin, Viewer, or creator flag': async ({ cast }) => {
    const seen: string[] = [];
    for (const [person, client] of Object.entries(cast.clients)) {
      const { status, body } = await client.call('getUser');
      if (status === 200 && isStaff({ roles: body.orgRoles, isCreator: body.isCreator })) seen.push(person);
    }
    expect(seen.sort()).toEqual(['Admin', 'Owner', 'Viewer', 'creator', 'creatorViewer']);
  },
  'Application admin tools, comments, plan, assignee, admin-only fields: Owner or Admin': async (scene) => {
    const { applicationId, client } = await applicantOf(scene);
    const { Owner, Admin, Viewer } = scene.cast.clients;
    await change(Owner, applicationId, { adminComments: [{ message: 'Between us' }], rating: '5' });
    for (const admin of [Owner, Admin]) {
      for (const member of ADMIN_ONLY) expect(await read(admin, applicationId)).toHaveProperty(member);
      expect((await admin.call('listUsers', { query: { filter: 'admin' } })).status).toBe(200);
    }
    for (const member of ADMIN_ONLY) expect(await read(Viewer, applicationId)).not.toHaveProperty(member);
    for (const member of ['adminComments', 'adminAssignee', 'rating']) {
      expect(await read(client, applicationId)).not.toHaveProperty(member);
    }
    for (const other of [Viewer, client]) {
      const tried = await change(other, applicationId, { status: 'COMPLETE', adminComments: [], rating: '1' });
      expect([200, 403]).toContain(tried.status);
      expect((await other.call('listUsers', { query: { filter: 'admin' } })).status).toBe(403);
    }
    expect(await read(Owner, applicationId)).toMatchObject({
      status: 'NEW',
      rating: '5',
      adminComments: [{ message: 'Between us' }],
    });
  },
  'Manage payment models: Owner only': async ({ cast }) => {
    const { Owner, Admin, creatorViewer } = cast.clients;
    const { body } = await Owner.call('createPaymentModel', { body: { name: 'Ours' } });
    const params = { id: body._id };
    for (const other of [Admin, creatorViewer]) {
      expect((await other.call('createPaymentModel', { body: { name: 'Theirs' } })).status).toBe(403);
      expect((await other.call('changePaymentModel', { params, body: { name: 'Theirs' } })).status).toBe(403);
      expect((await other.call('deletePaymentModel', { params })).status).toBe(403);
    }
    expect((await Owner.call('changePaymentModel', { params, body: { name: 'Still ours' } })).body.name).toBe(
      'Still ours',
    );
    expect((await Owner.call('deletePaymentModel', { params })).status).toBe(200);
  },
  'Promote a user to Owner: Owner': async (scene) => {
    const { userId } = await colleague(scene, 'Viewer');
    const { Owner, Admin } = scene.cast.clients;
    const body = { orgId: scene.world.organizationId, userId, role: 'Owner' as const };
    const refused = await Admin.call('changeRoleInOrganization', { body });
    expect([refused.status, refused.problem.message]).toEqual([403, TEXTS.members.onlyOwnersMakeOwners]);
    expect((await Owner.call('changeRoleInOrganization', { body })).status).toBe(200);
  },
  'Change or remove members: staff passing the users check; an Owner cannot be changed': async (scene) => {
    const { Owner, Admin, Viewer, creatorViewer } = scene.cast.clients;
    const orgId = scene.world.organizationId;
    const { userId } = await colleague(scene, 'Viewer');
    for (const other of [Viewer, creatorViewer]) {
      expect((await other.call('removeMemberFromOrg', { body: { orgId, userId } })).status).toBe(403);
    }
    const raised = await Admin.call('changeRoleInOrganization', { body: { orgId, userId, role: 'Admin' } });
    expect(raised.body.orgRoles).toMatchObject([{ orgId, role: 'Admin' }]);
    expect((await Admin.call('removeMemberFromOrg', { body: { orgId, userId } })).status).toBe(200);
    const owner = await colleague(scene, 'Owner');
    for (const admin of [Owner, Admin]) {
      const lowered = await admin.call('changeRoleInOrganization', {
        body: { orgId, userId: owner.userId, role: 'Viewer' },
      });
      expect(lowered.status).toBeGreaterThanOrEqual(403);
      expect(lowered.problem.message).toContain("is an Owner of this org. You cannot change an Owner's roles.");
      const removed = await admin.call('removeMemberFromOrg', { body: { orgId, userId: owner.userId } });
      expect(removed.status).toBeGreaterThanOrEqual(403);
    }
  },
  'Additional (private) batch details: any signed-in user': async ({ cast, world }) => {
    for (const [person, client] of Object.entries(cast.clients)) {
      const { body } = await client.call('getBatch', { params: { id: world.batches.Open } });
      expect('privateDetails' in body, person).toBe(person !== 'visitor');
    }
  },
  'Applicants sign up and log in as non-creators (isCreator false)': async ({ server }) => {
    const credentials = { email: freshEmail(), password: PASSWORD, isCreator: true };
    const client = server.client();
    expect((await client.call('signup', { body: credentials })).body.isCreator).toBe(false);
    expect((await client.call('login', { body: credentials })).body.isCreator).toBe(false);
  },
  "Admins' own activity is not logged in user activity": async (scene) => {
    const { applicationId, client } = await applicantOf(scene);
    const { Admin } = scene.cast.clients;
    const entry = { action: 'VIEW_APPLICATION', timestamp: new Date().toISOString() } as const;
    const body = { applicationId, activityEntries: [entry] };
    expect((await Admin.call('recordActivity', { body })).body.activityEntries).toEqual([]);
    expect((await client.call('recordActivity', { body })).body.activityEntries).toMatchObject([entry]);
    expect((await read(Admin, applicationId)).userActivity?.activityEntries).toMatchObject([entry]);
  },
});
