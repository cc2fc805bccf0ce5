import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CONFIRMED_MINUTES,
  EMAIL_PROVEN_MINUTES,
  EMAILED_CODE_NEEDED_TYPE,
  FACTOR_NEEDED_TYPE,
  UNCONFIRMED_TYPE,
} from '../../domain/access/confirmation.ts';
import { FACTOR_DAYS_AHEAD } from '../../domain/organization/factor-requirement.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addDays, dayIn } from '../../domain/values/days.ts';
import { authenticatorApp } from '../support/authenticator-app.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { codesIn, codesTo, emailsTo, linksTo } from '../support/emails.ts';
import {
  addStaff,
  answers,
  applied,
  createSchool,
  freshEmail,
  PASSWORD,
  type School,
  signedIn,
} from '../support/school.ts';
import { addApp, proveEmail } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { softwarePasskeys } from '../support/software-passkeys.ts';

const ZONE = 'Asia/Manila';
const MINUTES_OF_DAY = 24 * 60;
const { requiredFactors } = TEXTS;
const CODE_NEEDED = { status: 403, problem: { type: EMAILED_CODE_NEEDED_TYPE, message: requiredFactors.codeNeeded } };
const NEEDED = { status: 403, problem: { type: FACTOR_NEEDED_TYPE, message: requiredFactors.refused } };

let server: TestServer;
let ahead = 0;
const now = () => Date.now() + ahead;
const today = () => dayIn(ZONE, now());

beforeAll(async () => {
  server = await startTestServer({ now });
});
afterAll(() => server.close());

interface RequiringSchool extends School {
  readonly owner: Client;
  /** Recovery codes of the Owner. */
  readonly codes: readonly string[];
  readonly set: Setter;
}

let schools = 0;
/** A school whose Owner has an authenticator app. */
async function aSchool(): Promise<RequiringSchool> {
  schools += 1;
  const school = await createSchool(server, `requires-${schools}`);
  const { organizationId: id } = school;
  const owner = await signedIn(server, `owner@${school.slug}.example`, id);
  const codes = await addApp(owner, { now });
  const set: Setter = (from, by = owner) => by.call('changeFactorRequirement', { params: { id }, body: { from } });
  return { ...school, owner, codes, set };
}
type Setter = (from: string | null, by?: Client) => ReturnType<typeof call>;
const call = (client: Client) => client.call('changeFactorRequirement');

const admin = ({ slug, organizationId }: School) => signedIn(server, `admin@${slug}.example`, organizationId);
const dueOf = async (client: Client) => (await client.call('getUser')).body.factorsDue;

describe('a second factor for all staff', () => {
  test('is required by an Owner who has one, from today or a later day on', async () => {
    const school = await aSchool();
    const { set, organizationId } = school;
    const bare = await signedIn(server, `viewer@${school.slug}.example`, organizationId);
    expect((await set(today(), bare)).status).toBe(403);
    expect((await set(today(), await admin(school))).status).toBe(403);
    await addStaff(server, organizationId, `second@${school.slug}.example`, 'Owner');
    const second = await signedIn(server, `second@${school.slug}.example`, organizationId);
    expect(await set(today(), second)).toMatchObject({ status: 422, problem: { message: requiredFactors.ownFirst } });
    const faults = [
      [addDays(today(), -1), requiredFactors.past],
      [addDays(today(), FACTOR_DAYS_AHEAD + 1), requiredFactors.tooFar],
      ['2027-02-30', requiredFactors.noDay],
      ['tomorrow', requiredFactors.noDay],
    ] as const;
    for (const [from, message] of faults) {
      expect(await set(from)).toMatchObject({ status: 422, problem: { errors: [{ field: 'from', message }] } });
    }
    const { body } = await set(addDays(today(), FACTOR_DAYS_AHEAD));
    expect(body.secondFactorFrom).toBe(addDays(today(), FACTOR_DAYS_AHEAD));
    const { version } = (await set(body.secondFactorFrom ?? null)).body;
    expect(version, 'the same again is no event').toBe(body.version);
  });

  test('is announced before the day and required from its beginning in the zone of the school', async () => {
    const school = await aSchool();
    const { set, organizationId } = school;
    const member = await admin(school);
    const from = addDays(today(), 1);
    await set(from);
    const due = { orgId: organizationId, name: `School ${school.slug}`, from };
    expect(await dueOf(member)).toEqual([{ ...due, isDue: false }]);
    expect(await dueOf(school.owner), 'with a factor').toBeUndefined();
    expect((await member.call('listUsers')).status).toBe(200);

    const start = Date.parse(`${from}T00:00:00+08:00`);
    ahead += start - 1000 - now();
    expect((await (await admin(school)).call('listUsers')).status).toBe(200);
    ahead += 1000;
    const again = await admin(school);
    expect(await again.call('listUsers')).toMatchObject(NEEDED);
    expect((await again.call('getUser')).body).toMatchObject({
      orgRoles: [{ orgId: organizationId, role: 'Admin' }],
      factorsDue: [{ ...due, isDue: true }],
    });
    const entered = await server
      .client()
      .call('login', { body: { email: `admin@${school.slug}.example`, password: PASSWORD } });
    expect(entered.body.factorsDue).toEqual([{ ...due, isDue: true }]);

    await proveEmail(again, server.dataDir);
    const codes = await addApp(again, { now });
    expect((await again.call('listUsers')).status, 'at the next call').toBe(200);
    expect(await dueOf(again)).toBeUndefined();
    const code = codes[0] ?? '';
    expect((await again.call('removeAuthenticator', { body: { code } })).status).toBe(200);
    expect(await again.call('listUsers'), 'without the last factor').toMatchObject(NEEDED);

    const other = await signedIn(server, `viewer@${school.slug}.example`, organizationId);
    expect(await other.call('listBatches', { query: { asOf: new Date(now()).toISOString() } })).toMatchObject(NEEDED);
    const email = `owner@${school.slug}.example`;
    const body = { email, password: PASSWORD, code: school.codes[0] ?? '' };
    expect((await school.owner.call('login', { body })).status).toBe(200);
    expect((await set(null)).status).toBe(200);
    expect((await other.call('listProcesses')).status).toBe(200);
  });

  test('leaves the own account, own applications and other schools open', async () => {
    const [school, other] = [await aSchool(), await aSchool()];
    const email = freshEmail();
    for (const { organizationId } of [school, other]) await addStaff(server, organizationId, email, 'Admin');
    await school.set(today());
    const member = await signedIn(server, email, school.organizationId);
    expect(await member.call('listUsers')).toMatchObject(NEEDED);
    expect((await member.call('listUsers', { query: { organizationId: other.organizationId } })).status).toBe(200);
    for (const call of ['getUser', 'getSecondFactors', 'listSessions', 'listApplications', 'exportMe'] as const) {
      expect((await member.call(call)).status, call).toBe(200);
    }
    const sent = await member.call('submitApplication', { body: { batchId: school.batches.Open, ...answers(email) } });
    const params = { id: sent.body._id };
    expect((await member.call('getApplication', { params })).status).toBe(200);
    expect(
      await member.call('getApplicationHistory', { params: { id: (await applied(server, school)).applicationId } }),
    ).toMatchObject(NEEDED);
    expect((await member.call('logout')).status).toBe(200);
  });

  test('closes the calendar of a member, and leaves the tokens of the school', async () => {
    const school = await aSchool();
    const { organizationId, owner, set } = school;
    const member = await admin(school);
    const { address } = (await member.call('issueCalendarFeed', { body: { organizationId } })).body;
    const calendar = async () => (await fetch(`${server.url}${new URL(address ?? '').pathname}`)).status;
    const { token } = (await owner.call('createApiToken', { body: { name: 'Sheets', scopes: ['read'], days: 90 } }))
      .body;
    const program = () => fetch(`${server.url}/api/applications`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await calendar()).toBe(200);
    await set(today());
    expect(await calendar()).toBe(404);
    expect((await program()).status).toBe(200);
    await proveEmail(member, server.dataDir);
    await addApp(member, { now });
    expect(await calendar()).toBe(200);
  });

  test('ends the digest and the notices by email of a member, until they have one', async () => {
    const school = await aSchool();
    const { organizationId, owner, set } = school;
    const emails = [freshEmail(), freshEmail()];
    for (const email of emails) await addStaff(server, organizationId, email, 'Admin');
    const [bare, secured] = await Promise.all(emails.map((email) => signedIn(server, email, organizationId)));
    if (!bare || !secured) throw new Error('no members');
    await addApp(secured, { now });
    for (const member of [bare, secured])
      expect((await member.call('changeDailyDigest', { body: { isOn: true, timeZone: ZONE } })).status).toBe(200);
    const assign = async (member: Client) => {
      const { applicationId } = await applied(server, school);
      const { _id: userId } = (await member.call('getUser')).body;
      const body = { adminAssignee: { userId } };
      expect((await owner.call('changeApplication', { params: { id: applicationId }, body })).status).toBe(200);
    };
    const subjects = async () => {
      const texts = await Promise.all(emails.map((email) => emailsTo(server.dataDir, email)));
      const kindOf = (text: string) => /^Subject: .*(digest|assigned)/m.exec(text)?.[1];
      return texts.map((of) =>
        of
          .map(kindOf)
          .filter((kind) => kind !== undefined)
          .toSorted(),
      );
    };
    await set(today());
    await assign(bare);
    await assign(secured);
    ahead += 61_000;
    await applied(server, school);
    await expect.poll(subjects).toEqual([[], ['assigned']]);
    const nextMorning = () => {
      ahead += Date.parse(`${addDays(today(), 1)}T07:00:01+08:00`) - now();
    };
    nextMorning();
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([[], ['assigned', 'digest']]);
    const late = await signedIn(server, emails[0] ?? '', organizationId);
    await proveEmail(late, server.dataDir);
    await addApp(late, { now });
    await applied(server, school);
    nextMorning();
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([['digest'], ['assigned', 'digest', 'digest']]);
  });

  test('is in the audit log and, with what it refused, in the security log', async () => {
    const school = await aSchool();
    const member = await admin(school);
    await school.set(today());
    expect(await member.call('listWebhooks')).toMatchObject(NEEDED);
    const audit = await school.owner.call('listAudit', { query: { type: 'FactorRequirementChanged' } });
    expect(audit.body).toMatchObject([
      { type: 'FactorRequirementChanged', changes: [{ field: 'secondFactorFrom', before: null, after: today() }] },
    ]);
    const log = (await school.owner.call('listSecurityLog', { query: { limit: '50' } as never })).body.entries;
    const admins = log.find(({ kind }) => kind === 'factorNeeded');
    expect(admins?.actor?.name).toBe(`admin@${school.slug}.example`);
    expect(log.map(({ kind }) => kind)).toContain('factorsRequired');
  });
});

describe('the first factor of a member where one is required', () => {
  const begin = (client: Client) => client.call('beginAuthenticator', { body: { password: PASSWORD } });
  const finish = (client: Client, code: string) => client.call('confirmAuthenticator', { body: { code } });
  const device = () => softwarePasskeys(new URL(server.url).origin);
  const later = (minutes: number) => {
    ahead += minutes * 60_000;
  };
  const emailOf = ({ slug }: School) => `admin@${slug}.example`;

  test('is not added with the password alone, but with a code that is emailed, in the same session', async () => {
    const school = await aSchool();
    const { set, owner } = school;
    const member = await admin(school);
    expect((await member.call('sendConfirmationCode')).status, 'before the day').toBe(422);
    const begun = authenticatorApp((await begin(member)).body.secret, now);
    const passkey = device().make((await member.call('beginPasskey')).body);
    await set(today());
    const adding = { body: { name: 'Mine', passkey } };
    expect(await begin(member)).toMatchObject(CODE_NEEDED);
    expect(await finish(member, begun()), 'begun before the day').toMatchObject(CODE_NEEDED);
    expect(await member.call('beginPasskey')).toMatchObject(CODE_NEEDED);
    expect(await member.call('addPasskey', adding)).toMatchObject(CODE_NEEDED);
    await confirmed(member);
    expect(await begin(member), 'the password again').toMatchObject(CODE_NEEDED);

    const thief = await admin(school);
    await proveEmail(member, server.dataDir);
    expect(await begin(thief), 'in another session').toMatchObject(CODE_NEEDED);
    const mails = (await emailsTo(server.dataDir, emailOf(school))).join();
    expect(mails).toContain(`Subject: ${TEXTS.loginLinks.mails.firstFactor.subject}`);
    expect((await finish(member, begun())).status).toBe(200);
    expect((await member.call('listUsers')).status).toBe(200);
    const log = (await owner.call('listSecurityLog', { query: { kind: 'unconfirmed' } as never })).body.entries;
    expect(log[0]?.actor?.name).toBe(emailOf(school));
  });

  test('takes a code for 30 minutes, which does not confirm who it is', async () => {
    const school = await aSchool();
    const member = await admin(school);
    await school.set(today());
    later(CONFIRMED_MINUTES);
    await proveEmail(member, server.dataDir);
    expect(await member.call('beginPasskey')).toMatchObject({ status: 403, problem: { type: UNCONFIRMED_TYPE } });
    await confirmed(member);
    const [made, mine] = [device(), (await member.call('beginPasskey')).body];
    later(EMAIL_PROVEN_MINUTES);
    await confirmed(member);
    expect(await member.call('beginPasskey')).toMatchObject(CODE_NEEDED);
    await proveEmail(member, server.dataDir);
    const late = await member.call('addPasskey', { body: { name: 'Late', passkey: made.make(mine) } });
    expect(late.problem.message, 'its challenge has expired').toBe(TEXTS.passkeys.notAdded);
    const passkey = made.make((await member.call('beginPasskey')).body);
    expect((await member.call('addPasskey', { body: { name: 'Mine', passkey } })).status).toBe(200);
    expect((await member.call('sendConfirmationCode')).status, 'with a factor').toBe(422);
  });

  test('gets its code at once after a reset of the password, though a stranger who knew it used up all emails', async () => {
    // All of it within one hour of the clock.
    later(MINUTES_OF_DAY - (Math.floor(now() / 60_000) % MINUTES_OF_DAY));
    const school = await aSchool();
    await school.set(today());
    const ask = async (client: Client) => (await client.call('sendConfirmationCode')).status;
    const tried = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) {
        const thief = await admin(school);
        for (let email = 0; email < 5; email += 1) tried.add(await ask(thief));
      }
      later(16);
    }
    expect(tried).toEqual(new Set([200, 429]));
    expect(await ask(await admin(school))).toBe(429);
    const email = emailOf(school);
    await server.client().call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const password = 'a lantern in the dark';
    const body = { token: link?.searchParams.get('token') ?? '', password };
    expect((await server.client().call('resetPassword', { body })).status).toBe(200);
    const member = server.client();
    expect((await member.call('login', { body: { email, password } })).status).toBe(200);
    expect(await ask(member)).toBe(200);
  });

  test('takes no wrong code, and none that was sent to another session', async () => {
    const school = await aSchool();
    await school.set(today());
    const [member, other] = [await admin(school), await admin(school)];
    for (const client of [member, other]) expect((await client.call('sendConfirmationCode')).status).toBe(200);
    const codes = await codesTo(server.dataDir, emailOf(school), 2);
    const confirm = (client: Client, emailedCode: string) => client.call('confirmIdentity', { body: { emailedCode } });
    expect((await confirm(member, '0000-0000')).status).toBe(422);
    const answers = [];
    for (const code of codes) answers.push((await confirm(member, code)).status);
    expect(answers.toSorted()).toEqual([200, 422]);
    expect(await begin(other)).toMatchObject(CODE_NEEDED);
    expect((await begin(member)).status).toBe(200);
  });

  test('needs a code again after a reset by an Owner, also in a session that the school has ended', async () => {
    const school = await aSchool();
    const { organizationId: orgId, owner, set } = school;
    const first = await admin(school);
    await addApp(first, { now });
    const { _id: userId } = (await first.call('getUser')).body;
    await set(today());
    expect((await owner.call('resetSecondFactors', { body: { orgId, userId } })).status).toBe(200);
    expect(await begin(await admin(school))).toMatchObject(CODE_NEEDED);
    const other = await aSchool();
    const elsewhere = server.client({ organizationId: other.organizationId });
    const credentials = { email: emailOf(school), password: PASSWORD };
    expect((await elsewhere.call('login', { body: credentials })).status).toBe(200);
    expect((await owner.call('endMemberSessions', { body: { orgId, userId } })).status).toBe(200);
    expect((await elsewhere.call('getUser')).body.orgRoles).toEqual([]);
    expect(await begin(elsewhere)).toMatchObject(CODE_NEEDED);
  });

  test('needs no code after a link from the mailbox: an invitation, or one that confirms the address', async () => {
    const school = await aSchool();
    await school.set(today());
    const email = freshEmail();
    const invite = { orgId: school.organizationId, email, role: 'Viewer' as const };
    expect((await school.owner.call('addUserToOrg', { body: invite })).status).toBe(200);
    const [link] = await linksTo(server.dataDir, email, '/invite');
    const [token, proof] = ['token', 'proof'].map((name) => link?.searchParams.get(name) ?? '');
    const invited = server.client();
    const credentials = { email, password: PASSWORD, token, proof };
    expect((await invited.call('signup', { body: credentials })).status).toBe(200);
    expect((await begin(invited)).status).toBe(200);
    const again = server.client();
    expect((await again.call('login', { body: credentials })).status).toBe(200);
    expect(await begin(again), 'a used invitation').toMatchObject(CODE_NEEDED);

    const unproven = freshEmail();
    const newcomer = server.client();
    await school.owner.call('addUserToOrg', { body: { ...invite, email: unproven } });
    const links = (await school.owner.call('listSignupLinks')).body;
    const shown = links.find((one) => one.email === unproven)?.token;
    await newcomer.call('signup', { body: { email: unproven, password: PASSWORD, token: shown } });
    expect((await newcomer.call('getUser')).body).toMatchObject({
      emailVerified: false,
      factorsDue: [{ isDue: true }],
    });
    expect((await begin(newcomer)).problem.message).toBe(TEXTS.secondFactors.emailFirst);
    const [verify] = await linksTo(server.dataDir, unproven, '/verifyEmail');
    await newcomer.call('verifyEmail', { body: { token: verify?.searchParams.get('token') ?? '' } });
    expect((await begin(newcomer)).status).toBe(200);
    expect(codesIn(await emailsTo(server.dataDir, unproven))).toEqual([]);
  });
});
