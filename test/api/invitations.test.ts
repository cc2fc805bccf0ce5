import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../domain/access/actor.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import {
  addStaff,
  answers,
  createSchool,
  ensured,
  freshEmail,
  PASSWORD,
  proveDomain,
  type School,
  signedIn,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'inviting-school');
  other = await createSchool(server, 'other-school');
});
afterAll(() => server.close());

const add = (by: Client, email: string, role: Role, { organizationId: orgId } = school) =>
  by.call('addUserToOrg', { body: { orgId, email, role } });
const pending = async (by: Client, email: string) =>
  (await by.call('listSignupLinks')).body.find((invited) => invited.email === email);

async function invited(role: Role = 'Viewer', by = school.staff.Owner) {
  const email = freshEmail();
  const { status, problem } = await add(by, email, role);
  if (status !== 200) throw new Error(problem.message);
  const link = await pending(by, email);
  if (!link?.token) throw new Error(`${email} was not invited`);
  return { email, id: link._id, token: link.token };
}
const emailedTo = async (email: string, count = 1) => {
  const links = await linksTo(server.dataDir, email, '/invite', count);
  return links.map(({ searchParams }) => ({
    token: searchParams.get('token') ?? '',
    proof: searchParams.get('proof') ?? '',
  }));
};
const signUp = (email: string, given: object = {}, client = server.client()) =>
  client.call('signup', { body: { email, password: PASSWORD, isCreator: false, ...given } });
const rolesAt = ({ orgRoles }: { orgRoles: readonly { orgId: string; role: Role }[] }, { organizationId } = school) =>
  orgRoles.filter(({ orgId }) => orgId === organizationId).map(({ role }) => role);
const gone = { status: 422, problem: { message: TEXTS.accounts.linkInvalid } };

describe('adding a member', () => {
  test('answers the same and does the same, whether the person has a proven account, an unproven one or none', async () => {
    const [proven, unproven, unknown] = [freshEmail(), freshEmail(), freshEmail()];
    await ensured(server, proven);
    await signUp(unproven);
    const person = await signedIn(server, proven, school.organizationId);
    const { Admin } = school.staff;
    const seen = await Promise.all(
      [proven, unproven, unknown].map(async (email) => {
        const { status, body } = await add(Admin, ` ${email} `, 'Viewer');
        const [link] = await emailedTo(email);
        const row = (await Admin.call('listSignupLinks')).body.find((row) => row.email === email);
        expect(link?.token).toBe(row?.token);
        const shape = Object.entries(row ?? {}).map(([name, value]) => [name, value === null ? null : typeof value]);
        return { status, message: body.message.replaceAll(email, 'EMAIL'), shape };
      }),
    );
    expect(seen[0]).toEqual({
      status: 200,
      message: TEXTS.members.invited('EMAIL', 'Viewer'),
      shape: expect.arrayContaining([['token', 'string']]),
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(rolesAt((await person.call('getUser')).body)).toEqual([]);
    expect((await person.call('listProcesses')).status).toBe(403);
    expect(JSON.stringify((await Admin.call('listUsers')).body)).not.toContain(proven);
  });

  test('a member is refused, and the role stays', async () => {
    const email = freshEmail();
    await addStaff(server, school.organizationId, email, 'Viewer');
    const { Admin } = school.staff;
    expect(await add(Admin, email.toUpperCase(), 'Admin')).toMatchObject({
      status: 409,
      problem: { message: TEXTS.members.alreadyAMember },
    });
    expect(await pending(Admin, email)).toBeUndefined();
    const members = (await Admin.call('listUsers')).body;
    expect(members.find((member) => member.email === email)?.orgRoles).toMatchObject([{ role: 'Viewer' }]);
  });

  test('invites a person without a proven account, by an email from the template', async () => {
    const unproven = freshEmail();
    await signUp(unproven);
    for (const email of [freshEmail(), unproven]) {
      const { body } = await add(school.staff.Admin, email, 'Admin');
      expect(body.message).toBe(TEXTS.members.invited(email, 'Admin'));
      expect(await pending(school.staff.Owner, email)).toMatchObject({
        roleToUse: 'Admin',
        token: expect.stringMatching(/^[\w-]{43}$/),
        signupLink: expect.stringContaining('/signup?token='),
      });
      const [link] = await emailedTo(email);
      expect(link?.token).toBe((await pending(school.staff.Owner, email))?.token);
      expect(link?.proof).toMatch(/^[\w-]{43}$/);
      expect((await emailsTo(server.dataDir, email)).some((mail) => mail.includes('School inviting-school'))).toBe(
        true,
      );
    }
  });

  test('needs an email, a role that exists and an organization', async () => {
    const { Owner } = school.staff;
    const orgId = school.organizationId;
    for (const body of [
      { orgId, email: '', role: 'Viewer' },
      { orgId, email: '  ', role: 'Viewer' },
      { orgId, email: freshEmail(), role: '' },
      { orgId, email: freshEmail(), role: 'Creator' },
      { orgId, email: freshEmail() },
    ]) {
      expect((await Owner.call('addUserToOrg', { body })).status, JSON.stringify(body)).toBe(400);
    }
    expect(await add(Owner, 'nobody@', 'Viewer')).toMatchObject({
      status: 422,
      problem: { errors: [{ field: 'email' }] },
    });
    for (const nowhere of [undefined, null, '', 7, {}, '$where']) {
      const body = { orgId: nowhere, email: freshEmail(), role: 'Viewer' };
      expect((await Owner.call('addUserToOrg', { body })).status, String(nowhere)).toBe(400);
    }
    expect((await add(Owner, freshEmail(), 'Viewer', { ...school, organizationId: crypto.randomUUID() })).status).toBe(
      404,
    );
    expect((await add(Owner, freshEmail(), 'Viewer', other)).status).toBe(404);
    expect((await add(school.staff.Viewer, freshEmail(), 'Viewer')).status).toBe(403);
    expect((await add(server.client(), freshEmail(), 'Viewer')).status).toBe(401);
  });

  test('the same person again: only the newest invitation works', async () => {
    const { Owner } = school.staff;
    const first = await invited('Viewer');
    await add(Owner, first.email.toUpperCase(), 'Admin');
    const rows = (await Owner.call('listSignupLinks')).body.filter(({ email }) => email.toLowerCase() === first.email);
    expect(rows).toMatchObject([{ roleToUse: 'Admin' }]);
    expect(await signUp(first.email, { token: first.token })).toMatchObject(gone);
    const { body } = await signUp(first.email, { token: rows[0]?.token });
    expect(rolesAt(body)).toEqual(['Admin']);
  });
});

test('a retry of an invitation makes no second one, and leaves the link that has taken its place', async () => {
  const { Owner } = school.staff;
  const email = freshEmail();
  const body = { orgId: school.organizationId, email, role: 'Viewer' };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const invite = () => Owner.call('addUserToOrg', { body, headers });
  const answers = await Promise.all([invite(), invite(), invite()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const first = await pending(Owner, email);
  const again = await Owner.call('resendSignupLink', { params: { id: first?._id ?? '' } });
  expect((await invite()).status).toBe(200);
  expect((await pending(Owner, email))?.token).toBe(again.body.token);
  expect((await signUp(email, { token: again.body.token })).status).toBe(200);
  const { documents } = await server.running.composition.stores.vault
    .collection<{ _id: string; inviteId: string }>({ name: 'invitationLinks', indexes: ['emailId', 'inviteId'] })
    .find({ inviteId: first?._id ?? '' });
  expect(documents).toHaveLength(1);
});

test('of simultaneous invitations of one person one remains, and its link works', async () => {
  const { Owner, Admin } = school.staff;
  const email = freshEmail();
  await Promise.all([Owner, Admin, Owner, Admin].map((by) => add(by, email, 'Viewer')));
  await add(Owner, email, 'Admin');
  const rows = (await Owner.call('listSignupLinks')).body.filter((row) => row.email === email);
  expect(rows).toMatchObject([{ roleToUse: 'Admin' }]);
  expect(rolesAt((await signUp(email, { token: rows[0]?.token })).body)).toEqual(['Admin']);
});

describe('an Admin makes no Owner by any way', () => {
  test('neither of a new person, nor of a known one, nor of a member', async () => {
    const { Admin } = school.staff;
    const known = freshEmail();
    const userId = await ensured(server, known);
    const orgId = school.organizationId;
    const refused = { status: 403, problem: { message: TEXTS.members.onlyOwnersMakeOwners } };
    expect(await add(Admin, freshEmail(), 'Owner')).toMatchObject(refused);
    expect(await add(Admin, known, 'Owner')).toMatchObject(refused);
    await addStaff(server, orgId, known, 'Viewer');
    expect(await add(Admin, known, 'Owner')).toMatchObject(refused);
    const raised = await Admin.call('changeRoleInOrganization', { body: { orgId, userId, role: 'Owner' } });
    expect(raised).toMatchObject(refused);
    const own = (await Admin.call('getUser')).body;
    const self = { orgId, userId: own._id, role: 'Owner' };
    expect(await Admin.call('changeRoleInOrganization', { body: self })).toMatchObject(refused);
    expect(rolesAt((await Admin.call('getUser')).body)).toEqual(['Admin']);
  });

  test('nor by the invitation of one: it is not there for an Admin, and one of an Admin leaves it standing', async () => {
    const { Admin, Owner } = school.staff;
    const { email, id, token } = await invited('Owner');
    expect(await pending(Admin, email)).toBeUndefined();
    expect(JSON.stringify((await Admin.call('listSignupLinks')).body)).not.toContain(token);
    for (const name of ['deleteSignupLink', 'resendSignupLink'] as const) {
      const theirs = await Admin.call(name, { params: { id } });
      const nobodys = await Admin.call(name, { params: { id: crypto.randomUUID() } });
      expect([theirs.status, theirs.problem]).toEqual([404, nobodys.problem]);
    }
    await add(Admin, email, 'Viewer');
    expect(await pending(Admin, email)).toMatchObject({ roleToUse: 'Viewer' });
    expect((await Owner.call('listSignupLinks')).body.filter((row) => row.email === email)).toHaveLength(2);
    expect(rolesAt((await signUp(email, { token })).body)).toEqual(['Owner']);
  });

  test('nor through an unproven account: a higher role needs a proven email', async () => {
    const puppet = await invited('Viewer', school.staff.Admin);
    const { body } = await signUp(puppet.email, { token: puppet.token });
    expect(body).toMatchObject({ emailVerified: false });
    const { Owner } = school.staff;
    const promote = { orgId: school.organizationId, userId: body._id, role: 'Owner' };
    expect(await Owner.call('changeRoleInOrganization', { body: promote })).toMatchObject({
      status: 422,
      problem: { message: TEXTS.members.emailNotProven },
    });
  });
});

describe('accepting', () => {
  test("by signing up with the token gives the role; only the email's own token proves the email", async () => {
    const byStaff = await invited('Admin');
    const client = server.client();
    const first = await signUp(byStaff.email, { token: byStaff.token }, client);
    expect(first.body).toMatchObject({
      emailVerified: false,
      orgRoles: [{ orgId: school.organizationId, role: 'Admin' }],
    });
    expect((await client.call('listUsers', { query: { organizationId: school.organizationId } })).status).toBe(200);

    const byEmail = await invited('Viewer');
    const [link] = await emailedTo(byEmail.email);
    expect((await signUp(byEmail.email, link)).body).toMatchObject({
      emailVerified: true,
      orgRoles: [{ role: 'Viewer' }],
    });
    for (const proof of ['', 'x', link?.proof]) {
      const guessing = await invited('Viewer');
      expect((await signUp(guessing.email, { token: guessing.token, proof })).body.emailVerified).toBe(false);
    }
  });

  test('by the emailed link links the applications with that email', async () => {
    const { email } = await invited('Viewer');
    const submitted = await server.client().call('submitApplication', {
      body: { batchId: other.batches.Open, ...answers(email) },
    });
    const [link] = await emailedTo(email);
    const client = server.client();
    await signUp(email, link, client);
    const own = await client.call('listApplications', { query: { filter: 'mine' } });
    expect(own.body.map(({ _id }) => _id)).toEqual([submitted.body._id]);
  });

  test('by logging in with the token, or where one is signed in', async () => {
    const [one, two] = [freshEmail(), freshEmail()];
    for (const email of [one, two]) {
      await signUp(email);
      await add(school.staff.Owner, email, 'Viewer');
    }
    const token = async (email: string) => (await pending(school.staff.Owner, email))?.token ?? '';
    const credentials = { email: one.toUpperCase(), password: PASSWORD, isCreator: false, token: await token(one) };
    const wrong = await server.client().call('login', { body: { ...credentials, password: 'not this one' } });
    expect(wrong).toMatchObject({ status: 401, problem: { message: TEXTS.accounts.loginFailed } });
    const entered = await server.client().call('login', { body: credentials });
    expect(rolesAt(entered.body)).toEqual(['Viewer']);

    const person = await signedIn(server, two, school.organizationId);
    expect((await server.client().call('acceptInvite', { body: { token: await token(two) } })).status).toBe(401);
    const accepted = await person.call('acceptInvite', { body: { token: await token(two) } });
    expect(rolesAt(accepted.body)).toEqual(['Viewer']);
    expect(await pending(school.staff.Owner, two)).toBeUndefined();
  });

  test("with the email's own token proves the email, by every way", async () => {
    for (const way of ['login', 'acceptInvite'] as const) {
      const email = freshEmail();
      await signUp(email);
      await add(school.staff.Owner, email, 'Viewer');
      const [link] = await emailedTo(email);
      const client = await signedIn(server, email, school.organizationId);
      const { body } = await client.call(way, { body: { email, password: PASSWORD, ...link } });
      expect(body, way).toMatchObject({ emailVerified: true, orgRoles: [{ role: 'Viewer' }] });
    }
  });

  test('with another email is refused, opens no account and no session', async () => {
    const { email, token } = await invited('Admin');
    const stranger = freshEmail();
    const client = server.client();
    const refused = { status: 422, problem: { message: TEXTS.accounts.linkOfAnother, errors: [{ field: 'email' }] } };
    expect(await signUp(stranger, { token }, client)).toMatchObject(refused);
    expect(client.cookies.has('session')).toBe(false);
    const login = { email: stranger, password: PASSWORD };
    expect((await client.call('login', { body: login })).status).toBe(401);
    await signUp(stranger, {}, client);
    const session = client.cookies.get('session');
    expect(await client.call('login', { body: { ...login, token } })).toMatchObject(refused);
    expect(client.cookies.get('session')).toBe(session);
    expect(await client.call('acceptInvite', { body: { token } })).toMatchObject(refused);
    expect(rolesAt((await client.call('getUser')).body)).toEqual([]);
    expect(rolesAt((await signUp(email, { token })).body)).toEqual(['Admin']);
  });

  test('works once: afterwards the link gives nothing to anyone', async () => {
    const { email, id, token } = await invited('Admin');
    const client = server.client();
    const { body: user } = await signUp(email, { token }, client);
    // A client that lost the response may retry.
    expect((await signUp(email, { token }, client)).status).toBe(200);
    expect((await client.call('acceptInvite', { body: { token } })).status).toBe(200);
    const shown = await server.client().call('getInvite', { params: { token } });
    expect(shown.body).toMatchObject({ isAccepted: true });
    const { Owner } = school.staff;
    const orgId = school.organizationId;
    await Owner.call('removeMemberFromOrg', { body: { orgId, userId: user._id } });
    await client.call('acceptInvite', { body: { token } });
    await signUp(email, { token }, client);
    expect(rolesAt((await client.call('getUser')).body)).toEqual([]);
    expect((await Owner.call('resendSignupLink', { params: { id } })).status).toBe(404);
  });

  test('of two who accept at once one becomes a member, and of many by one person there is one membership', async () => {
    const { email, token } = await invited('Admin');
    const attempts = await Promise.all(Array.from({ length: 6 }, () => signUp(email, { token })));
    expect(attempts.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { log } = server.running.composition;
    const events = await log.readStream(`organization-${school.organizationId}`);
    const userId = attempts[0]?.body._id;
    const about = events.filter(({ data }) => (data as { userId?: string }).userId === userId).map(({ type }) => type);
    expect(about).toEqual(['InvitationAccepted', 'MemberAdded']);
  });

  test('and being revoked at once: either the role is there and the link used, or neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, id, token } = await invited('Viewer');
      const client = server.client();
      await signUp(email, {}, client);
      const [accepted, revoked] = await Promise.all([
        client.call('acceptInvite', { body: { token } }),
        school.staff.Owner.call('deleteSignupLink', { params: { id } }),
      ]);
      const isMember = rolesAt((await client.call('getUser')).body).length === 1;
      expect(isMember).toBe(accepted.status === 200);
      if (!isMember) expect(accepted.status).toBe(422);
      // 409: accepted before the revocation decides, 404: before it looks.
      expect([200, 404, 409]).toContain(revoked.status);
      expect(await pending(school.staff.Owner, email)).toBeUndefined();
    }
  });

  test('an invented token, one of another kind and an empty one', async () => {
    const email = freshEmail();
    const client = server.client();
    await client.call('submitApplication', { body: { batchId: school.batches.Open, ...answers(email) } });
    const [verification] = await linksTo(server.dataDir, email, '/verifyEmail');
    for (const token of [
      'x',
      'A'.repeat(43),
      verification?.searchParams.get('token'),
      '__proto__',
      '$where',
      '../..',
    ]) {
      expect(await signUp(freshEmail(), { token })).toMatchObject(gone);
      expect((await client.call('getInvite', { params: { token: token ?? '' } })).status).toBe(404);
    }
    for (const token of ['', null, undefined]) expect((await signUp(freshEmail(), { token })).status).toBe(200);
  });
});

describe('a person with a proven account', () => {
  async function personInvited(role: Role = 'Admin') {
    const email = freshEmail();
    const userId = await ensured(server, email);
    const client = await signedIn(server, email, school.organizationId);
    expect((await client.call('listOwnInvites')).body).toEqual([]);
    await add(school.staff.Owner, email, role);
    const [own] = (await client.call('listOwnInvites')).body;
    if (!own) throw new Error('The invitation is not listed');
    return { email, userId, client, own };
  }

  test('sees open invitations, and becomes a member by accepting one', async () => {
    const { email, client, own } = await personInvited();
    expect(own).toMatchObject({
      roleToUse: 'Admin',
      organization: { _id: school.organizationId, name: 'School inviting-school', slug: 'inviting-school' },
    });
    await add(other.staff.Admin, email, 'Viewer', other);
    const listed = (await client.call('listOwnInvites')).body;
    expect(listed.map(({ organization }) => organization.slug)).toEqual(['other-school', 'inviting-school']);
    const accepted = await client.call('acceptInvite', { body: { token: own.token } });
    expect(rolesAt(accepted.body)).toEqual(['Admin']);
    expect(rolesAt(accepted.body, other)).toEqual([]);
    expect((await client.call('listOwnInvites')).body).toHaveLength(1);
    expect(await pending(school.staff.Owner, email)).toBeUndefined();
  });

  test('declines one: it is gone for everybody, and its link works no more', async () => {
    const { email, client, own } = await personInvited();
    const [link] = await emailedTo(email);
    const declined = await client.call('declineInvite', { body: { token: own.token } });
    expect(declined).toMatchObject({ status: 200, body: { message: TEXTS.members.inviteDeclined } });
    expect((await client.call('listOwnInvites')).body).toEqual([]);
    expect(await pending(school.staff.Owner, email)).toBeUndefined();
    for (const name of ['acceptInvite', 'declineInvite'] as const) {
      expect(await client.call(name, { body: { ...link } }), name).toMatchObject(gone);
    }
    expect(rolesAt((await client.call('getUser')).body)).toEqual([]);
    await add(school.staff.Owner, email, 'Viewer');
    expect((await client.call('listOwnInvites')).body).toMatchObject([{ roleToUse: 'Viewer' }]);
  });

  test('sees only the newest, none that is revoked and none of another person', async () => {
    const { email, client, own } = await personInvited();
    const { Owner } = school.staff;
    const again = await Owner.call('resendSignupLink', { params: { id: own._id } });
    const [renewed] = (await client.call('listOwnInvites')).body;
    expect(renewed).toMatchObject({ _id: own._id, token: again.body.token });
    expect(await client.call('acceptInvite', { body: { token: own.token } })).toMatchObject(gone);
    const stranger = await personInvited();
    expect(await stranger.client.call('declineInvite', { body: { token: renewed?.token } })).toMatchObject(gone);
    expect((await stranger.client.call('listOwnInvites')).body).toMatchObject([{ _id: stranger.own._id }]);
    await Owner.call('deleteSignupLink', { params: { id: (await pending(Owner, email))?._id ?? '' } });
    expect((await client.call('listOwnInvites')).body).toEqual([]);
  });

  test('accepts even where staff who saw the link have left: the email is proven', async () => {
    const leaver = freshEmail();
    await addStaff(server, school.organizationId, leaver, 'Admin');
    const userId = await ensured(server, leaver);
    const { client, own } = await personInvited('Viewer');
    const body = { orgId: school.organizationId, userId };
    await school.staff.Owner.call('removeMemberFromOrg', { body });
    expect(rolesAt((await client.call('acceptInvite', { body: { token: own.token } })).body)).toEqual(['Viewer']);
  });
});

describe('an invitation', () => {
  test('is listed only after signing in with the proven email', async () => {
    const email = freshEmail();
    const squatter = server.client();
    await signUp(email, {}, squatter);
    await add(school.staff.Owner, email, 'Admin');
    expect((await squatter.call('listOwnInvites')).body).toEqual([]);
    const token = (await pending(school.staff.Owner, email))?.token;
    expect(await squatter.call('declineInvite', { body: { token } })).toMatchObject(gone);
    expect(await pending(school.staff.Owner, email)).toBeDefined();
    expect((await server.client().call('listOwnInvites')).status).toBe(401);
  });

  test('is declined from its email without an account, and not by staff who know its link', async () => {
    const { email, token } = await invited('Viewer');
    for (const client of [server.client(), school.staff.Admin]) {
      expect(await client.call('declineInvite', { body: { token } })).toMatchObject(gone);
      expect(await client.call('declineInvite', { body: { token, proof: 'x' } })).toMatchObject(gone);
    }
    const [link] = await emailedTo(email);
    expect((await server.client().call('declineInvite', { body: { ...link } })).status).toBe(200);
    expect(await pending(school.staff.Owner, email)).toBeUndefined();
    expect(await signUp(email, link)).toMatchObject(gone);
  });
});

describe('a pending invitation', () => {
  test('is shown to everyone with the link, except for the token that only the email holds', async () => {
    const { email, token } = await invited('Viewer');
    const { body } = await server.client().call('getInvite', { params: { token } });
    expect(body).toMatchObject({
      email,
      roleToUse: 'Viewer',
      isAccepted: false,
      organization: { _id: school.organizationId, name: 'School inviting-school', slug: 'inviting-school' },
    });
    const [link] = await emailedTo(email);
    const seen = JSON.stringify([body, (await school.staff.Owner.call('listSignupLinks')).body]);
    expect(seen).not.toContain(link?.proof);
  });

  test('shows the state of its email', async () => {
    const { email } = await invited('Viewer');
    await emailedTo(email);
    await expect
      .poll(async () => (await pending(school.staff.Owner, email))?.mail, { timeout: 20_000 })
      .toEqual({ state: 'delivered', reason: null });
  });

  test('can be revoked: then its link opens nothing, and no email remains to be sent', async () => {
    const { email, id, token } = await invited('Viewer');
    const { Admin, Viewer } = school.staff;
    expect((await Viewer.call('deleteSignupLink', { params: { id } })).status).toBe(403);
    expect((await other.staff.Owner.call('deleteSignupLink', { params: { id } })).status).toBe(404);
    expect((await Admin.call('deleteSignupLink', { params: { id } })).status).toBe(200);
    expect(await pending(Admin, email)).toBeUndefined();
    expect((await server.client().call('getInvite', { params: { token } })).status).toBe(404);
    expect(await signUp(email, { token })).toMatchObject(gone);
    expect((await Admin.call('deleteSignupLink', { params: { id } })).status).toBe(404);
  });

  test('can be sent again: with a new link, for another 14 days, and the old one opens nothing', async () => {
    const { email, id, token } = await invited('Viewer');
    const [first] = await emailedTo(email);
    const { Admin } = school.staff;
    expect((await other.staff.Admin.call('resendSignupLink', { params: { id } })).status).toBe(404);
    const again = await Admin.call('resendSignupLink', { params: { id } });
    expect(again.body).toMatchObject({ _id: id, email, roleToUse: 'Viewer' });
    expect(again.body.token).not.toBe(token);
    const links = await emailedTo(email, 2);
    const second = links.find((link) => link.token === again.body.token);
    expect(second?.proof).not.toBe(first?.proof);
    expect(await signUp(email, first)).toMatchObject(gone);
    expect((await signUp(email, { token: again.body.token, proof: first?.proof })).body.emailVerified).toBe(false);
    expect(Date.parse(again.body.expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  });

  test('whose link an Admin could read opens only by its email once that Admin has left, or when it is sent again', async () => {
    const email = freshEmail();
    const userId = await ensured(server, email);
    await addStaff(server, school.organizationId, email, 'Admin');
    const leaving = await signedIn(server, email, school.organizationId);
    const [byToken, byEmail, renewed] = [await invited('Admin'), await invited('Admin'), await invited('Admin')];
    const known = (await leaving.call('listSignupLinks')).body.map((row) => row.token);
    expect(known).toEqual(expect.arrayContaining([byToken.token, byEmail.token, renewed.token]));
    const orgId = school.organizationId;
    await school.staff.Owner.call('removeMemberFromOrg', { body: { orgId, userId } });

    expect(await signUp(byToken.email, { token: byToken.token })).toMatchObject(gone);
    expect((await server.client().call('getInvite', { params: { token: byToken.token } })).status).toBe(404);
    expect(await pending(school.staff.Owner, byToken.email)).toMatchObject({ token: null, signupLink: null });
    const [link] = await emailedTo(byEmail.email);
    expect(rolesAt((await signUp(byEmail.email, link)).body)).toEqual(['Admin']);
    const again = await school.staff.Owner.call('resendSignupLink', { params: { id: renewed.id } });
    expect(rolesAt((await signUp(renewed.email, { token: again.body.token })).body)).toEqual(['Admin']);
  });

  test('is in the audit log without its link, that of an Owner without what it is for', async () => {
    const { Admin } = school.staff;
    const changesOf = async () =>
      (await Admin.call('listAudit', { query: { type: 'MemberInvited', limit: '1' } })).body[0]?.changes;
    const viewer = await invited('Viewer');
    expect(await changesOf()).toMatchObject([{ after: { _id: viewer.id, role: 'Viewer', acceptedBy: null } }]);
    const owner = await invited('Owner');
    expect(await changesOf()).toEqual([]);
    const log = JSON.stringify((await Admin.call('listAudit')).body);
    for (const secret of [viewer.token, viewer.email, owner.id, owner.token]) expect(log).not.toContain(secret);
  });

  test('is erased with its person, and so are its emails', async () => {
    const { email, token } = await invited('Viewer');
    await emailedTo(email);
    const erased = await school.staff.Owner.call('erasePerson', { body: { email } });
    expect(erased.status, erased.problem?.message).toBe(200);
    expect(await emailsTo(server.dataDir, email)).toEqual([]);
    expect(await pending(school.staff.Owner, email)).toBeUndefined();
    expect(await signUp(email, { token })).toMatchObject(gone);
  });

  test('is in the log without a name, and sealed in the vault', async () => {
    const { email, token } = await invited('Viewer');
    const [link] = await emailedTo(email);
    const { log, stores } = server.running.composition;
    const events = JSON.stringify(await log.readStream(`organization-${school.organizationId}`), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const { documents } = await stores.vault.collection({ name: 'invitationLinks', indexes: [] }).find({});
    for (const secret of [email, token, link?.proof ?? '?']) {
      expect(events).not.toContain(secret);
      expect(JSON.stringify(documents)).not.toContain(secret);
    }
  });
});

test("an invitation's email uses neither the organization's domain nor its mail service, because it proves an email", async () => {
  const { Owner } = other.staff;
  const id = other.organizationId;
  const fullDomain = 'apply.other-school.example';
  await Owner.call('changeOrganization', { params: { id }, body: { sendGridApiKey: 'SG.stolen' } });
  await proveDomain(server, other, fullDomain);
  const email = freshEmail();
  await add(Owner, email, 'Viewer', other);
  const [link] = await linksTo(server.dataDir, email, '/invite');
  expect(link?.origin).toBe(server.running.composition.site.publicUrl.origin);
  expect(link?.searchParams.get('organizationId')).toBe(id);
});
