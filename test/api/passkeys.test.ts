import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import {
  ATTEMPTS_PER_ACCOUNT,
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_PASSKEY,
} from '../../commands/user/attempt-limits.ts';
import { UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn } from '../../domain/values/days.ts';
import { authenticatorApp } from '../support/authenticator-app.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { addStaff, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { addApp, proveEmail } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { softwarePasskeys } from '../support/software-passkeys.ts';

const MINUTE = 60_000;
const { mails, refused } = TEXTS.passkeys;

let server: TestServer;
let school: School;
let ahead = 0;
const now = () => Date.now() + ahead;
/** So that tries of earlier tests no longer count. */
const later = (ms = 16 * MINUTE) => {
  ahead += ms;
};

beforeAll(async () => {
  server = await startTestServer({ now });
  school = await createSchool(server, 'passkeys');
});
afterAll(() => server.close());

async function withConfirmedEmail(email = freshEmail()): Promise<Client> {
  later();
  const client = server.client();
  expect((await client.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
  const token = link?.searchParams.get('token') ?? '';
  expect((await client.call('verifyEmail', { body: { token } })).status).toBe(200);
  return client;
}

type Device = ReturnType<typeof softwarePasskeys>;
const newDevice = (given = {}) => softwarePasskeys(new URL(server.url).origin, given);

async function add(client: Client, device: Device, name = 'My phone', flaws = {}) {
  const options = await client.call('beginPasskey');
  expect(options.status, options.problem.message).toBe(200);
  return client.call('addPasskey', { body: { name, passkey: device.make(options.body, flaws) } });
}

async function withPasskey(email = freshEmail()) {
  const client = await withConfirmedEmail(email);
  const device = newDevice();
  const added = await add(client, device);
  expect(added.status, added.problem.message).toBe(200);
  const { body: person } = await client.call('getUser');
  return { client, email, device, passkeyId: added.body._id, userId: person._id };
}

async function confirmBy(device: Device, client: Client): Promise<void> {
  const passkey = device.prove((await client.call('beginPasskeyConfirmation')).body);
  expect((await client.call('confirmIdentity', { body: { passkey } })).status).toBe(200);
}

const challenge = async (client: Client) => (await client.call('beginPasskeyLogin')).body;
const enter = (client: Client, passkey: unknown, rest = {}) =>
  client.call('loginWithPasskey', { body: { passkey, ...rest } });

async function logIn(device: Device, flaws: Parameters<Device['prove']>[1] = {}) {
  const client = server.client();
  return { client, ...(await enter(client, device.prove(await challenge(client), flaws))) };
}
const isIn = async (client: Client) => (await client.call('getUser')).status === 200;
const mailed = (email: string, subject: string) =>
  vi.waitUntil(async () => (await emailsTo(server.dataDir, email)).some((mail) => mail.includes(subject)), 15_000);
const kinds = async () => {
  const { Owner } = school.staff;
  return (await Owner.call('listSecurityLog')).body.entries.map(({ kind }) => kind);
};

describe('a passkey', () => {
  test('logs its person in without email, password or code', async () => {
    const { client, device, email } = await withPasskey();
    const { secret } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    await client.call('confirmAuthenticator', { body: { code: authenticatorApp(secret, now)() } });
    const options = await challenge(server.client());
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options, 'discoverable').not.toHaveProperty('allowCredentials');
    const entered = await logIn(device);
    expect(entered).toMatchObject({ status: 200, body: { email } });
    expect(await isIn(entered.client)).toBe(true);
  });

  test('is listed with when it was added and used, renamed, and removed; the person is told', async () => {
    const { client, device, email, passkeyId } = await withPasskey();
    const synced = newDevice({ isSynced: true });
    expect((await add(client, synced, '  Laptop ')).body).toMatchObject({ name: 'Laptop', isSynced: true });
    expect((await logIn(device)).status).toBe(200);
    const listed = (await client.call('getSecondFactors')).body.passkeys;
    expect(listed).toMatchObject([
      { _id: passkeyId, name: 'My phone', host: 'localhost', isUsableHere: true, isSynced: false },
      { name: 'Laptop', isSynced: true, lastUsedAt: null },
    ]);
    expect(listed[0]?.lastUsedAt).toBeTruthy();
    const params = { id: passkeyId };
    expect((await client.call('renamePasskey', { params, body: { name: 'Old phone' } })).body.name).toBe('Old phone');
    expect((await logIn(device)).status, 'a name is no key').toBe(200);
    const { client: other } = await withPasskey();
    expect((await other.call('renamePasskey', { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await other.call('removePasskey', { params })).status).toBe(404);
    await confirmBy(device, client);
    expect((await client.call('removePasskey', { params })).status).toBe(200);
    expect((await client.call('removePasskey', { params })).status).toBe(404);
    expect((await logIn(device)).status).toBe(401);
    expect((await logIn(synced)).status).toBe(200);
    await mailed(email, mails.added.subject);
    await mailed(email, mails.removed.subject);
  });

  test('is added without looking at an attestation, which would call addresses that its certificates name', async () => {
    const client = await withConfirmedEmail();
    for (const attestation of ['apple', 'android-key', 'packed', 'of-tomorrow']) {
      const device = newDevice();
      expect((await add(client, device, attestation, { attestation })).status, attestation).toBe(200);
      expect((await logIn(device)).status, attestation).toBe(200);
    }
  });

  test('is added only after a confirmation, to an account with a confirmed email, twenty at most', async () => {
    later();
    const newcomer = server.client();
    await newcomer.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    const emailFirst = { status: 422, problem: { message: TEXTS.secondFactors.emailFirst } };
    expect(await newcomer.call('beginPasskey')).toMatchObject(emailFirst);
    const { client, device, passkeyId } = await withPasskey();
    later(11 * MINUTE);
    const unconfirmed = { status: 403, problem: { type: UNCONFIRMED_TYPE } };
    expect(await client.call('beginPasskey')).toMatchObject(unconfirmed);
    expect(await client.call('removePasskey', { params: { id: passkeyId } })).toMatchObject(unconfirmed);
    await confirmBy(device, client);
    const options = (await client.call('beginPasskey')).body;
    expect(options.excludeCredentials, 'a device makes only one').toMatchObject([
      { id: device.held[0]?.id.toString('base64url') },
    ]);
    const all = [options];
    while (all.length < QUOTAS.account.passkeys) all.push((await client.call('beginPasskey')).body);
    const statuses: number[] = [];
    for (const each of all) {
      const { status } = await client.call('addPasskey', { body: { name: 'One more', passkey: device.make(each) } });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(QUOTAS.account.passkeys - 1).fill(200), 422]);
    expect((await client.call('beginPasskey')).status).toBe(422);
  });

  test('is not added if anything about it is wrong, nor twice', async () => {
    const client = await withConfirmedEmail();
    const other = await withConfirmedEmail();
    await confirmed(client);
    const device = newDevice();
    const flaws = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.get' },
      { challenge: (await other.call('beginPasskey')).body.challenge },
      { challenge: (await challenge(client)).challenge },
    ];
    for (const flaw of flaws) {
      expect(await add(client, device, 'Wrong', flaw), JSON.stringify(flaw)).toMatchObject({
        status: 422,
        problem: { message: TEXTS.passkeys.notAdded },
      });
    }
    const options = (await client.call('beginPasskey')).body;
    const passkey = device.make(options);
    const twice = await Promise.all([1, 2].map(() => client.call('addPasskey', { body: { name: 'One', passkey } })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await client.call('getSecondFactors')).body.passkeys).toHaveLength(1);
  });
});

describe('a log-in with a passkey is refused', () => {
  test('for another site, without verification of the user, and for a signature by another key', async () => {
    const { device, userId } = await withPasskey();
    const other = await withPasskey();
    const flaws = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.create' },
      { challenge: 'c2hvcnQ' },
      { userHandle: other.device.held[0]?.userHandle ?? '' },
    ];
    for (const flaw of flaws) {
      expect(await logIn(device, flaw), JSON.stringify(flaw)).toMatchObject({
        status: 401,
        problem: { message: refused, errors: [{ field: 'passkey' }] },
      });
    }
    const client = server.client();
    const foreign = other.device.prove(await challenge(client));
    const id = device.held[0]?.id.toString('base64url') ?? '';
    expect((await enter(client, { ...foreign, id, rawId: id })).status).toBe(401);
    const { userHandle: _, ...response } = foreign.response;
    expect((await enter(client, { ...foreign, id, rawId: id, response })).status).toBe(401);
    const unknown = newDevice();
    unknown.make({ challenge: '', rp: { id: 'localhost' }, user: { id: Buffer.from(userId).toString('base64url') } });
    expect((await logIn(unknown)).status, 'a key that nobody added').toBe(401);
    expect((await logIn(device)).status).toBe(200);
  });

  test('with a challenge that is used, five minutes old, of another browser or for something else', async () => {
    const { client, device } = await withPasskey();
    const first = server.client();
    const proof = device.prove(await challenge(first));
    expect((await enter(first, proof)).status).toBe(200);
    expect((await enter(first, proof)).status, 'used').toBe(401);
    const wrong = await challenge(first);
    expect((await enter(first, device.prove(wrong, { rpId: 'evil.example' }))).status).toBe(401);
    expect((await enter(first, device.prove(wrong))).status, 'used by a refused one').toBe(401);

    const second = server.client();
    const stolen = device.prove(await challenge(second));
    expect((await enter(server.client(), stolen)).status, 'without the cookie').toBe(401);
    const third = server.client();
    await challenge(third);
    expect((await enter(third, stolen)).status, 'another browser').toBe(401);

    const old = await challenge(second);
    later(5 * MINUTE);
    expect((await enter(second, device.prove(old))).status, 'old').toBe(401);
    const tab = await challenge(second);
    await challenge(second);
    expect((await enter(second, device.prove(tab))).status, 'another tab has asked since').toBe(200);

    const confirming = (await client.call('beginPasskeyConfirmation')).body;
    expect((await enter(client, device.prove(confirming))).status, 'to confirm').toBe(401);
  });

  test('when it is used twice at once', async () => {
    const { device } = await withPasskey();
    const client = server.client();
    const proof = device.prove(await challenge(client));
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(client, proof)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('when its counter goes back, which the security log names as a copy', async () => {
    const { device, email } = await withPasskey();
    await addStaff(server, school.organizationId, email, 'Viewer');
    expect((await logIn(device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect((await logIn(device, { counter })).status).toBe(401);
    await expect.poll(kinds, { timeout: 10_000 }).toContain('passkeyCopied');
    expect((await logIn(device, { counter: 8 })).status).toBe(200);
    const overtaken = server.client();
    const options = await challenge(overtaken);
    expect((await logIn(device, { counter: 20 })).status).toBe(200);
    for (const counter of [19, 20]) expect((await logIn(device, { counter })).status, String(counter)).toBe(401);
    expect((await enter(overtaken, device.prove(options, { counter: 8 }))).status, 'known before it began').toBe(401);
  });

  test('never because fifty with one counting passkey arrive at once, in any order', async () => {
    const { device, email } = await withPasskey();
    await addStaff(server, school.organizationId, email, 'Viewer');
    const copies = async () => (await kinds()).filter((kind) => kind === 'passkeyCopied').length;
    const before = await copies();
    const clients = Array.from({ length: 50 }, () => server.client());
    const thief = server.client();
    const early = await challenge(thief);
    const proofs: (() => ReturnType<typeof enter>)[] = [];
    for (const [index, client] of clients.entries()) {
      const proof = device.prove(await challenge(client), { counter: index + 1 });
      proofs.push(() => enter(client, proof));
    }
    const last = proofs.pop();
    expect((await last?.())?.status).toBe(200);
    const answers = await Promise.all(proofs.toReversed().map((send) => send()));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await copies()).toBe(before);
    expect((await enter(thief, device.prove(early, { counter: 7 }))).status, 'a count that has been used').toBe(401);
    expect(await copies()).toBe(before + 1);
  });
});

describe('limits', () => {
  test('a passkey gets through when guesses at the password have locked the account out', async () => {
    const { device, email } = await withPasskey();
    const guess = () => server.client().call('login', { body: { email, password: 'a guess' } });
    for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n += 1) await guess();
    expect((await guess()).status).toBe(429);
    expect((await logIn(device)).status).toBe(200);
  });

  test('a passkey may fail a hundred times in 15 minutes from an address, where no other is kept out; what succeeds is not counted', async () => {
    const { device } = await withPasskey();
    const other = await withPasskey();
    expect((await logIn(device)).status).toBe(200);
    const client = server.client();
    const unknown = newDevice();
    unknown.make({ challenge: '', rp: { id: 'localhost' }, user: { id: '' } });
    const options = await challenge(client);
    for (let n = 0; n <= ATTEMPTS_PER_ADDRESS; n += 1) {
      expect((await enter(client, unknown.prove(options))).status).toBe(401);
    }
    const stale = other.device.prove(options);
    await enter(client, stale);
    for (let n = 0; n < ATTEMPTS_PER_PASSKEY; n += 1) await enter(client, stale);
    expect((await logIn(other.device)).status).toBe(429);
    expect((await logIn(device)).status).toBe(200);
    later();
    expect((await logIn(other.device)).status).toBe(200);
  });
});

describe('a confirmation', () => {
  test('is given by a passkey of the same person, or by a code of their app', async () => {
    const { client, device, email } = await withPasskey();
    const other = await withPasskey();
    later(11 * MINUTE);
    const options = (await client.call('beginPasskeyConfirmation')).body;
    expect(options.allowCredentials).toHaveLength(1);
    const confirm = (passkey: unknown) => client.call('confirmIdentity', { body: { passkey } });
    expect(await confirm(other.device.prove(options))).toMatchObject({
      status: 422,
      problem: { message: refused, errors: [{ field: 'passkey' }] },
    });
    const ofLogin = device.prove(await challenge(client));
    expect((await confirm(ofLogin)).status, 'a challenge of a log-in').toBe(422);
    expect((await client.call('beginPasskey')).status).toBe(403);
    expect((await confirm(device.prove(options))).status).toBe(200);
    expect((await client.call('beginPasskey')).status).toBe(200);

    const { secret } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    const code = authenticatorApp(secret, now);
    await client.call('confirmAuthenticator', { body: { code: code() } });
    later(11 * MINUTE);
    const byCode = (text: string) => client.call('confirmIdentity', { body: { code: text } });
    expect(await byCode('000000')).toMatchObject({ status: 422, problem: { errors: [{ field: 'code' }] } });
    expect((await byCode(code())).status).toBe(200);
    expect((await client.call('beginPasskey')).status).toBe(200);
    expect((await client.call('confirmIdentity', { body: {} })).status).toBe(400);
    expect((await other.client.call('confirmIdentity', { body: { code: code(1) } })).status, 'no app').toBe(422);
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  });
});

test('an account with a passkey is confirmed neither by its password nor by a log-in with it', async () => {
  const { client, device, email, passkeyId } = await withPasskey();
  const thief = server.client();
  expect((await thief.call('login', { body: { email, password: PASSWORD } })).status, 'an applicant').toBe(200);
  expect(await thief.call('confirmIdentity', { body: { password: PASSWORD } })).toMatchObject({
    status: 422,
    problem: { message: TEXTS.secondFactors.confirmByFactor },
  });
  const params = { id: passkeyId };
  const answers = [
    await thief.call('removePasskey', { params }),
    await thief.call('beginPasskey'),
    await thief.call('beginAuthenticator', { body: { password: PASSWORD } }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, problem: { type: UNCONFIRMED_TYPE } });
  later();
  await confirmBy(device, client);
  expect((await client.call('removePasskey', { params })).status).toBe(200);
  later();
  await confirmed(thief);
});

test('a second factor whose setup began before another one was added is not added by the password', async () => {
  const unconfirmed = { status: 403, problem: { type: UNCONFIRMED_TYPE } };
  const email = freshEmail();
  const client = await withConfirmedEmail(email);
  const logInByPassword = async () => {
    const thief = server.client();
    expect((await thief.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    return thief;
  };
  const { secret } = (await (await logInByPassword()).call('beginAuthenticator', { body: { password: PASSWORD } }))
    .body;
  expect((await add(client, newDevice())).status).toBe(200);
  const thief = await logInByPassword();
  const body = { code: authenticatorApp(secret, now)() };
  expect(await thief.call('confirmAuthenticator', { body })).toMatchObject(unconfirmed);
  expect((await client.call('getSecondFactors')).body.authenticatorAddedAt).toBeNull();

  const second = freshEmail();
  const owner = await withConfirmedEmail(second);
  const other = server.client();
  await other.call('login', { body: { email: second, password: PASSWORD } });
  const options = (await other.call('beginPasskey')).body;
  await addApp(owner, { now });
  const passkey = newDevice().make(options);
  expect((await other.call('addPasskey', { body: { name: 'Mine', passkey } })).status).toBe(401);
});

describe('an account of staff with a passkey', () => {
  test('is not entered with the password alone, and an Owner resets the lost passkey', async () => {
    const { client, device, email, userId } = await withPasskey();
    const { organizationId: orgId } = school;
    const { Owner } = school.staff;
    const byPassword = () => server.client().call('login', { body: { email, password: PASSWORD } });
    expect((await byPassword()).status, 'an applicant').toBe(200);
    await Owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
    const [link] = await linksTo(server.dataDir, email, '/invite');
    const token = link?.searchParams.get('token') ?? '';
    const invited = server.client();
    const joined = await enter(invited, device.prove(await challenge(invited)), { token });
    expect(joined.body.orgRoles).toMatchObject([{ orgId, role: 'Viewer' }]);
    const message = TEXTS.passkeys.needed;
    expect(await byPassword()).toMatchObject({ status: 401, problem: { message, errors: [{ field: 'passkey' }] } });
    const elsewhere = await fetch(`${server.url.replace('localhost', '127.0.0.1')}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(await elsewhere.json()).toMatchObject({ message: TEXTS.passkeys.neededElsewhere(['localhost']) });
    const wrong = await server.client().call('login', { body: { email, password: 'a guess' } });
    expect(wrong.problem.message, 'says nothing before the password').toBe(TEXTS.accounts.loginFailed);

    const shown = async () => (await Owner.call('listUsers')).body.find(({ _id }) => _id === userId)?.passkeys;
    expect(await shown()).toBe(1);
    await confirmed(Owner);
    const reset = () => Owner.call('resetSecondFactors', { body: { orgId, userId } });
    expect((await reset()).status).toBe(200);
    expect(await shown()).toBe(0);
    expect([await isIn(client), await isIn(invited)], 'sessions have ended').toEqual([false, false]);
    expect((await logIn(device)).status).toBe(401);
    expect((await byPassword()).status).toBe(200);
    expect((await reset()).status).toBe(422);
    await mailed(email, TEXTS.secondFactors.mails.factorReset.subject);
  });

  test('accepts its invitation with the passkey, not with the password alone', async () => {
    const { device, email } = await withPasskey();
    const { organizationId: orgId } = school;
    await school.staff.Owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
    const [link] = await linksTo(server.dataDir, email, '/invite');
    const token = link?.searchParams.get('token') ?? '';
    const client = server.client();
    for (const call of ['signup', 'login'] as const) {
      const refusal = await client.call(call, { body: { email, password: PASSWORD, token } });
      expect(refusal).toMatchObject({ status: 401, problem: { errors: [{ field: 'passkey' }] } });
    }
    expect((await client.call('login', { body: { email, password: PASSWORD } })).status, 'an applicant').toBe(200);
    const joined = () => client.call('acceptInvite', { body: { token } });
    expect(await joined()).toMatchObject({ status: 403, problem: { type: UNCONFIRMED_TYPE } });
    const thief = server.client({ organizationId: orgId });
    expect((await thief.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    await confirmBy(device, client);
    expect((await joined()).body.orgRoles).toMatchObject([{ orgId, role: 'Viewer' }]);
    expect(await isIn(client)).toBe(true);
    expect(await isIn(thief), 'a session that the password alone began').toBe(false);
  });

  test('has no session of before it may create schools', async () => {
    const { device, email } = await withPasskey();
    const client = server.client();
    expect((await client.call('login', { body: { email, password: PASSWORD } })).status, 'an applicant').toBe(200);
    await createOperator(server.running.composition)('user grant-creator', { email }, () => {});
    expect((await client.call('getUser')).status).toBe(401);
    const again = await client.call('login', { body: { email, password: PASSWORD } });
    expect(again).toMatchObject({ status: 401, problem: { errors: [{ field: 'passkey' }] } });
    expect((await logIn(device)).body).toMatchObject({ isCreator: true });
  });

  test('has the second factor that a school requires', async () => {
    const requiring = await createSchool(server, 'requires-passkeys');
    const { organizationId: id } = requiring;
    const { Owner, Admin } = requiring.staff;
    await confirmed(Owner);
    await add(Owner, newDevice());
    const from = dayIn('Asia/Manila', now());
    const required = await Owner.call('changeFactorRequirement', { params: { id }, body: { from } });
    expect(required.status, required.problem.message).toBe(200);
    await confirmed(Admin);
    expect((await Admin.call('listUsers')).status, 'without one').toBe(403);
    await proveEmail(Admin, server.dataDir);
    await add(Admin, newDevice());
    expect((await Admin.call('listUsers')).status).toBe(200);
  });

  test('leaves its additions, removals and refused passkeys in the security log', async () => {
    const { client, device, email, passkeyId } = await withPasskey();
    await addStaff(server, school.organizationId, email, 'Viewer');
    await add(client, newDevice());
    expect((await logIn(device, { isVerified: false })).status).toBe(401);
    expect((await client.call('removePasskey', { params: { id: passkeyId } })).status).toBe(200);
    for (const kind of ['passkeyAdded', 'passkeyRemoved', 'passkeyWrong']) {
      await expect.poll(kinds, { timeout: 10_000 }).toContain(kind);
    }
  });
});

test('keys and names are in no answer, export or file of others, and an erasure takes the passkeys', async () => {
  const { client, device, userId } = await withPasskey();
  const { body: held } = await client.call('exportMe');
  expect(held.held.passkeys).toEqual([{ passkeyAddedAt: expect.any(String) }]);
  const { vault } = server.running.composition.environment;
  const stored = async () =>
    (await vault.collection<{ _id: string; userId: string }>({ name: 'passkeys', indexes: ['userId'] }).find({}))
      .documents;
  const own = JSON.stringify((await stored()).filter((passkey) => passkey.userId === userId));
  const id = device.held[0]?.id.toString('base64url') ?? '';
  for (const hidden of ['My phone', id, 'publicKey', 'counter']) expect(own).not.toContain(hidden);
  expect(JSON.stringify(held)).not.toContain('My phone');
  await confirmBy(device, client);
  expect((await client.call('deleteMe')).status).toBe(200);
  expect((await stored()).some((passkey) => passkey.userId === userId)).toBe(false);
  expect((await logIn(device)).status).toBe(401);
});
