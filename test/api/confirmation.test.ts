import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import type { SignupLink } from '../../api/contract/invitations.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { ensureAccount } from '../../commands/user/ensure-account.ts';
import { CONFIRMED_MINUTES, UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import { isGranted } from '../../domain/access/policy.ts';
import { TOKEN_SCOPES } from '../../domain/access/token-scopes.ts';
import { EMAILS_UNCONFIRMED, IMPORT_PART } from '../../domain/bulk/action.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { accepted, addStaff, answers, freshEmail, operatorContext, PASSWORD, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const MINUTE = 60_000;
const UNCONFIRMED = { status: 403, problem: { type: UNCONFIRMED_TYPE, message: TEXTS.accounts.unconfirmed } };

let server: TestServer;
let world: World;
let clock = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  world = await createWorld(server, 'confirming');
});
afterAll(() => server.close());

const later = (ms: number) => {
  clock += ms;
};
/** Emails without a confirmation are counted by the hour of the clock. */
const untilNextHour = () => later(60 * MINUTE - (clock % (60 * MINUTE)));
const owner = () => signedIn(server, 'owner@confirming.example', world.organizationId);
/** Logged in so long ago that the log-in counts no more. */
async function tiredOwner(): Promise<Client> {
  const client = await owner();
  later(CONFIRMED_MINUTES * MINUTE);
  return client;
}
async function memberId(email: string): Promise<string> {
  const { body } = await world.staff.Admin.call('listUsers');
  return body.find((user) => user.email === email)?._id ?? '';
}
async function newMember(): Promise<string> {
  const email = freshEmail();
  await addStaff(server, world.organizationId, email, 'Viewer');
  return memberId(email);
}
async function importedOne(): Promise<string> {
  const client = await owner();
  const { body } = await client.call('startImport', { body: { batchId: world.batches.Open, sendsEmails: false } });
  const rows = rowsOf([freshEmail()]);
  expect((await client.call('importRows', { params: { id: body._id }, body: { rows } })).body.rows).toMatchObject([
    { outcome: 'imported' },
  ]);
  return body._id;
}
async function invitedOwner(): Promise<SignupLink> {
  const [client, email] = [await owner(), freshEmail()];
  await client.call('addUserToOrg', { body: { orgId: world.organizationId, email, role: 'Owner' } });
  const found = (await client.call('listSignupLinks')).body.find((invited) => invited.email === email);
  if (!found) throw new Error(`${email} was not invited`);
  return found;
}
const put = (client: Client, body: object) =>
  client.call('changeOrganization', { params: { id: world.organizationId }, body });
const people = (count: number) => Array.from({ length: count }, (_, index) => `nobodys-${index}`);
const rowsOf = (emails: readonly string[]) =>
  emails.map((email, index) => ({ row: index + 1, values: answers(email) }));
let applicants: readonly string[] = [];
/** Staff have added them without an email. */
async function applicantIds(count: number): Promise<string[]> {
  if (applicants.length < count) {
    const client = await owner();
    const { body: bulk } = await client.call('startImport', {
      body: { batchId: world.batches.Open, sendsEmails: false },
    });
    const rows = rowsOf(Array.from({ length: IMPORT_PART }, () => freshEmail()));
    const { body } = await client.call('importRows', { params: { id: bulk._id }, body: { rows } });
    applicants = [...applicants, ...body.rows.flatMap(({ applicationId }) => applicationId ?? [])];
    return applicantIds(count);
  }
  return applicants.slice(0, count);
}

type Asked = (client: Client) => Promise<{ readonly status: number; readonly problem: unknown }>;

const orgId = () => world.organizationId;
/** Each changes something, so that a refusal that came too late would show. */
const SENSITIVE: Readonly<Record<string, Asked>> = {
  'invites an Owner': (client) =>
    client.call('addUserToOrg', { body: { orgId: orgId(), email: freshEmail(), role: 'Owner' } }),
  'sends the invitation of an Owner again': async (client) =>
    client.call('resendSignupLink', { params: { id: (await invitedOwner())._id } }),
  'makes a member an Owner': async (client) =>
    client.call('changeRoleInOrganization', { body: { orgId: orgId(), userId: await newMember(), role: 'Owner' } }),
  'erases a person': (client) => client.call('erasePerson', { body: { applicationId: world.applicationId } }),
  'undoes an import': async (client) => client.call('undoBulk', { params: { id: await importedOne() } }),
  'adds a webhook': (client) =>
    client.call('createWebhook', { body: { name: 'New', targetUrl: 'http://hook.invalid/new' } as never }),
  'changes the address of a webhook': (client) =>
    client.call('changeWebhook', {
      params: { id: world.webhookId },
      body: { targetUrl: `http://${randomUUID()}.invalid/` } as never,
    }),
  'changes the secret of a webhook': (client) =>
    client.call('rotateWebhookSecret', { params: { id: world.webhookId } }),
  'ends the former secret of a webhook': (client) =>
    client.call('endFormerSecret', { params: { id: world.webhookId } }),
  'deletes a webhook': async (client) => {
    const { body } = await (await owner()).call('createWebhook', {
      body: { name: 'Gone', targetUrl: 'http://hook.invalid/gone' } as never,
    });
    return client.call('deleteWebhook', { params: { id: body._id } });
  },
  'makes a calendar address': (client) => client.call('issueCalendarFeed', { body: { organizationId: orgId() } }),
  'makes an API token': (client) => client.call('createApiToken', { body: { name: 'Mirror', scopes: ['read'] } }),
  'sets a secret of the school': (client) => put(client, { sendGridApiKey: 'SG.a-new-key' }),
  'removes a secret of the school': (client) => put(client, { sendGridApiKey: null }),
  'sets a domain': (client) => put(client, { fullDomain: 'apply.confirming.example' }),
  'changes the address of the school': (client) => put(client, { subdomain: 'confirming-anew' }),
  'restores the school': (client) =>
    client.call('restoreOrganization', { params: { id: orgId() }, body: { version: 0 } }),
  'sets the secret of an assessment': (client) =>
    client.call('changeAssessment', {
      params: { id: world.externalId },
      body: { messagingSecretToken: 'another-secret-of-the-provider' } as never,
    }),
  'writes to many people': (client) =>
    client.call('startBulk', {
      body: {
        applicationIds: people(EMAILS_UNCONFIRMED + 1),
        action: { kind: 'template', templateId: world.emailTemplateId },
      },
    }),
  'ends all other sessions': async (client) => client.call('endOtherSessions'),
  'imports with emails': (client) =>
    client.call('startImport', { body: { batchId: world.batches.Open, sendsEmails: true } }),
};

describe('confirm that it is you', () => {
  test.each(Object.entries(SENSITIVE))('before a call that %s', async (_what, ask) => {
    const client = await tiredOwner();
    expect(await ask(client)).toMatchObject(UNCONFIRMED);
    await confirmed(client);
    expect((await ask(client)).problem).not.toMatchObject({ type: UNCONFIRMED_TYPE });
    expect((await ask(await owner())).status, 'a log-in is a confirmation').not.toBe(403);
  });

  test('before an invitation of an Owner shows its link, and before one that has expired is sent again', async () => {
    const { _id, token, signupLink } = await invitedOwner();
    expect([token, signupLink]).toEqual([expect.any(String), expect.stringContaining(`?token=${token}`)]);
    const client = await tiredOwner();
    const invite = { orgId: orgId(), email: freshEmail(), role: 'Viewer' };
    await client.call('addUserToOrg', { body: invite });
    const listed = async () => (await client.call('listSignupLinks')).body;
    const shown = async (id = _id) => (await listed()).find((one) => one._id === id);
    expect(await shown()).toMatchObject({ token: null, signupLink: null, linkNeedsConfirmation: true });
    const other = (await listed()).find(({ email }) => email === invite.email);
    expect(other).toMatchObject({ token: expect.any(String), linkNeedsConfirmation: false });
    const again = await client.call('resendSignupLink', { params: { id: other?._id ?? '' } });
    expect([again.status, again.body.token]).toEqual([200, expect.any(String)]);
    expect(JSON.stringify([await listed(), again.body])).not.toContain(token);
    await confirmed(client);
    expect(await shown()).toMatchObject({ token, signupLink, linkNeedsConfirmation: false });

    later(15 * 24 * 60 * MINUTE);
    const late = await tiredOwner();
    expect((await late.call('listSignupLinks')).body.map((one) => one._id)).not.toContain(_id);
    const resend = () => late.call('resendSignupLink', { params: { id: _id } });
    expect(await resend()).toMatchObject(UNCONFIRMED);
    await confirmed(late);
    expect((await resend()).body).toMatchObject({ _id, token: expect.any(String), linkNeedsConfirmation: false });
  });

  test('before the account is deleted', async () => {
    const email = freshEmail();
    const client = server.client();
    await client.call('signup', { body: { email, password: PASSWORD } });
    later(CONFIRMED_MINUTES * MINUTE);
    expect(await client.call('deleteMe')).toMatchObject(UNCONFIRMED);
    expect((await client.call('getUser')).body.email).toBe(email);
    expect((await (await confirmed(client)).call('deleteMe')).status).toBe(200);
  });

  test('is valid for ten minutes, in one session', async () => {
    const [client, elsewhere] = [await tiredOwner(), await owner()];
    later(CONFIRMED_MINUTES * MINUTE);
    const { body } = await client.call('confirmIdentity', { body: { password: PASSWORD } });
    expect(body.confirmedUntil).toBe(new Date(clock + CONFIRMED_MINUTES * MINUTE).toISOString());
    const rotate = SENSITIVE['changes the secret of a webhook'] as Asked;
    later(CONFIRMED_MINUTES * MINUTE - 1);
    expect([(await rotate(client)).status, (await rotate(elsewhere)).status]).toEqual([200, 403]);
    later(1);
    expect(await rotate(client)).toMatchObject(UNCONFIRMED);
  });

  test('is not needed for what is not sensitive', async () => {
    const client = await tiredOwner();
    untilNextHour();
    await put(await owner(), { calendlyAccessToken: 'a-token-of-calendly' });
    const { body } = await client.call('getOrganization', { params: { id: world.organizationId } });
    const { slug, subdomain, fullDomain, calendlyAccessToken, sendGridApiKey } = body;
    const same = { slug, subdomain, fullDomain, calendlyAccessToken, sendGridApiKey: sendGridApiKey ?? null };
    const { body: user } = await client.call('getUser');
    const assigning = await client.call('startBulk', {
      body: { applicationIds: people(1), action: { kind: 'assign', userId: user._id } },
    });
    const { _id: bulkId } = assigning.body;
    const phase = async () => (await client.call('getBulk', { params: { id: bulkId } })).body.phase;
    await expect.poll(phase, { timeout: 10_000 }).toBe('finished');
    const answers = [
      await client.call('undoBulk', { params: { id: bulkId } }),
      await put(client, { name: 'School of confirming', ...same }),
      await client.call('addUserToOrg', { body: { orgId: orgId(), email: freshEmail(), role: 'Admin' } }),
      await client.call('startBulk', {
        body: { applicationIds: people(EMAILS_UNCONFIRMED + 1), action: { kind: 'assign', userId: user._id } },
      }),
      await client.call('startBulk', {
        body: {
          applicationIds: people(EMAILS_UNCONFIRMED - 1),
          action: { kind: 'template', templateId: world.emailTemplateId },
        },
      }),
      await client.call('startImport', { body: { batchId: world.batches.Open, sendsEmails: false } }),
      await client.call('changeWebhook', { params: { id: world.webhookId }, body: { name: 'Renamed' } as never }),
      await client.call('changeAssessment', { params: { id: world.externalId }, body: { name: 'Renamed' } as never }),
    ];
    expect(answers.map(({ status, problem }) => (status === 200 ? 200 : problem.message))).toEqual(
      answers.map(() => 200),
    );
  });

  test('is needed for the 51st email of a person within an hour, however they are divided', async () => {
    const client = await tiredOwner();
    untilNextHour();
    const action = { kind: 'template', templateId: world.emailTemplateId } as const;
    const send = async (count: number) =>
      client.call('startBulk', { body: { applicationIds: await applicantIds(count), action } });
    expect((await send(30)).status).toBe(200);
    expect((await send(19)).status).toBe(200);
    expect(await send(2), 'the 51st').toMatchObject(UNCONFIRMED);
    const submitted = await server
      .client({ organizationId: orgId() })
      .call('submitApplication', { body: { batchId: world.batches.Open, ...answers(freshEmail()) } });
    const body = { templateId: world.emailTemplateId, applicationId: submitted.body._id };
    expect((await client.call('sendEmailTemplate', { body })).status, 'the 50th').toBe(200);
    expect(await client.call('sendEmailTemplate', { body })).toMatchObject(UNCONFIRMED);
    const invite = () => client.call('addUserToOrg', { body: { orgId: orgId(), email: freshEmail(), role: 'Viewer' } });
    expect(await invite(), 'an invitation').toMatchObject(UNCONFIRMED);
    await confirmed(client);
    expect((await send(EMAILS_UNCONFIRMED + 1)).status).toBe(200);
    later(60 * MINUTE);
    expect((await send(1)).status, 'in the next hour').toBe(200);
  });

  test('is needed for the 51st email also if the others were invitations, or were sent with a confirmation', async () => {
    const client = await tiredOwner();
    untilNextHour();
    const invite = () => client.call('addUserToOrg', { body: { orgId: orgId(), email: freshEmail(), role: 'Viewer' } });
    for (let n = 0; n < EMAILS_UNCONFIRMED; n += 1) expect((await invite()).status).toBe(200);
    expect(await invite(), 'the 51st').toMatchObject(UNCONFIRMED);
    const invited = (await client.call('listSignupLinks')).body.find(({ roleToUse }) => roleToUse === 'Viewer');
    const resend = () => client.call('resendSignupLink', { params: { id: invited?._id ?? '' } });
    expect(await resend()).toMatchObject(UNCONFIRMED);
    later(60 * MINUTE);
    await confirmed(client);
    const action = { kind: 'template', templateId: world.emailTemplateId } as const;
    const send = async (count: number, given: { kind: 'template'; templateId: string } = action) =>
      client.call('startBulk', { body: { applicationIds: await applicantIds(count), action: given } });
    const refused = await send(EMAILS_UNCONFIRMED, { ...action, templateId: crypto.randomUUID() });
    expect(refused.status, 'sends nothing').not.toBe(200);
    expect((await send(EMAILS_UNCONFIRMED - 1)).status).toBe(200);
    later(CONFIRMED_MINUTES * MINUTE);
    expect((await resend()).status, 'the 50th').toBe(200);
    expect(await invite(), 'after confirmed ones').toMatchObject(UNCONFIRMED);
  });

  test('counts applications that staff add for others and emails sent again, and no row that is refused', async () => {
    const client = await owner();
    untilNextHour();
    await confirmed(client);
    const [first = ''] = await applicantIds(EMAILS_UNCONFIRMED);
    const add = (email: string) =>
      client.call('submitApplication', { body: { batchId: world.batches.Open, ...answers(email) } });
    const added = freshEmail();
    expect((await add(added)).status).toBe(200);
    const imported = (await client.call('startImport', { body: { batchId: world.batches.Open, sendsEmails: true } }))
      .body;
    const { body } = await client.call('importRows', {
      params: { id: imported._id },
      body: { rows: rowsOf([added, ...people(10), freshEmail()]) },
    });
    expect(body.rows.filter(({ outcome }) => outcome === 'imported')).toHaveLength(1);
    later(CONFIRMED_MINUTES * MINUTE);
    const action = { kind: 'template', templateId: world.emailTemplateId } as const;
    const send = (applicationIds: string[]) => client.call('startBulk', { body: { applicationIds, action } });
    const started = (await send(people(EMAILS_UNCONFIRMED - 2))).body;
    const phase = async () => (await client.call('getBulk', { params: { id: started._id } })).body.phase;
    await expect.poll(phase, { timeout: 10_000 }).toBe('finished');
    expect((await send(await applicantIds(EMAILS_UNCONFIRMED - 3))).status, 'until the 49th').toBe(200);
    const { templateId } = action;
    const one = await client.call('sendEmailTemplate', { body: { templateId, applicationId: first } });
    expect(one.status, 'the 50th').toBe(200);
    const messages = async () => (await client.call('listMessages', { params: { id: first } })).body;
    await expect.poll(async () => (await messages()).length).toBeGreaterThan(0);
    const again = async () =>
      client.call('sendMessageAgain', { params: { id: first, messageId: (await messages())[0]?._id ?? '' } });
    expect(await again(), 'the 51st').toMatchObject(UNCONFIRMED);
    expect((await add(freshEmail())).status, 'anybody can do this').toBe(200);
    const rows = rowsOf([freshEmail()]);
    const goOn = () => client.call('importRows', { params: { id: imported._id }, body: { rows } });
    expect(await goOn(), 'an import that was confirmed at its start').toMatchObject(UNCONFIRMED);
    await confirmed(client);
    expect((await goOn()).body.rows).toMatchObject([{ outcome: 'imported' }]);
  });

  test('does not tell those who may not do it that they could', async () => {
    const admin = await signedIn(server, 'admin@confirming.example', world.organizationId);
    later(CONFIRMED_MINUTES * MINUTE);
    const makes = await (SENSITIVE['makes a member an Owner'] as Asked)(admin);
    expect(makes).toMatchObject({ status: 403, problem: { type: 'about:blank' } });
    const makesToken = await (SENSITIVE['makes an API token'] as Asked)(admin);
    expect(makesToken).toMatchObject({ status: 403, problem: { type: 'about:blank' } });
  });

  test('counts guesses as at the change of a password, in each session', async () => {
    const [client, elsewhere] = [await tiredOwner(), await owner()];
    const guess = () => client.call('confirmIdentity', { body: { password: 'not this one' } });
    for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n += 1) expect((await guess()).status).toBe(422);
    const right = await client.call('confirmIdentity', { body: { password: PASSWORD } });
    expect(right).toMatchObject({ status: 429, problem: { message: TEXTS.accounts.tooManyAttempts } });
    expect(await (SENSITIVE['makes an API token'] as Asked)(client)).toMatchObject(UNCONFIRMED);
    await confirmed(elsewhere);
    const { body } = await elsewhere.call('listSecurityLog', { query: { limit: '50' } as never });
    const kinds = body.entries.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['unconfirmed', 'triesLimited']));
  });

  test('tells an account without a password how to get one', async () => {
    const { environment, sessions, engine } = Object.assign({}, server.running.composition, server.running.services);
    const email = freshEmail();
    const made = accepted(await ensureAccount(environment, { email, password: null }, operatorContext(server)));
    await engine.waitFor(made.position);
    const client = server.client();
    await client.call('getUser');
    client.cookies.set('session', await sessions.start(made.userId, { device: null, address: '' }));
    const refused = await client.call('confirmIdentity', { body: { password: PASSWORD } });
    expect(refused).toMatchObject({ status: 422, problem: { message: TEXTS.accounts.noPassword } });
  });

  test('keeps programs out: no call that needs it is granted to a token', () => {
    const needing = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).filter(
      ({ confirmation }) => confirmation,
    );
    expect(needing.length).toBeGreaterThan(12);
    const granted = needing.filter(({ capability, tokenCapability = capability }) =>
      TOKEN_SCOPES.some((scope) => isGranted(tokenCapability, `${scope}Token`)),
    );
    expect(granted.map(({ path }) => path)).toEqual([]);
  });
});
