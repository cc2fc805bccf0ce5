import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { type MailServer, type ReceivedEmail, startMailServer } from '../support/mail-server.ts';
import {
  answers,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let mails: MailServer;
let server: TestServer;
let victim: School;
let hostile: School;
const WORDS = 'Your account is in danger. [Save it](https://evil.example/?save) now: https://evil.example/?u_';

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({
    environment: { RATE_LIMITS: 'off', SMTP_URL: mails.url, MAIL_FROM: 'Portal <portal@portal.example>' },
  });
  victim = await createSchool(server, 'victim');
  hostile = await createSchool(server, 'hostile');
  const { organizationId: id, staff } = hostile;
  const name = 'Portal Security';
  await staff.Owner.call('changeOrganization', {
    params: { id },
    body: { name, sendGridEmailAddress: 'eve@evil.example' },
  });
  for (const key of ['passwordReset', 'verifyEmail', 'signUpInvitation', 'applicationReceived']) {
    const body = { subject: 'Urgent {{firstName}}', body: WORDS };
    const changed = await staff.Owner.call('changeEmailTemplate', { params: { id: `${id}.${key}` }, body });
    expect(changed.status).toBe(200);
  }
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const at = ({ organizationId }: School) => server.client({ organizationId });
const askForReset = async (email: string, through: School) => {
  const before = mails.to(email).length;
  expect((await at(through).call('sendResetLink', { body: { email } })).status).toBe(200);
  return vi.waitUntil(() => mails.to(email).slice(before)[0], 20_000);
};
const arrived = (email: string, path: string): Promise<ReceivedEmail> =>
  vi.waitUntil(() => mails.to(email).find(({ text }) => text?.includes(path)), 20_000) as Promise<ReceivedEmail>;
const hrefsOf = ({ html }: ReceivedEmail) =>
  [...(html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
  );
const portalOrigin = () => server.running.composition.site.publicUrl.origin;

/** The email does not mention the hostile school, and it links only to the portal. */
function expectPortalsOwn(mail: ReceivedEmail): void {
  const { from, replyTo, subject = '', text = '', html = '' } = mail;
  expect(from).toEqual({ name: 'Portal', address: 'portal@portal.example' });
  expect(replyTo).toBeUndefined();
  for (const part of [subject, text, html]) expect(part).not.toMatch(/evil|danger|Urgent/);
  for (const href of hrefsOf(mail)) expect(new URL(href).origin).toBe(portalOrigin());
}

/** The school's words come first without a link; the portal's block follows with the only link. */
function expectWordsAboveBlock(mail: ReceivedEmail, path: string, key: keyof typeof BUILT_IN_TEMPLATES): void {
  const { from, replyTo, text = '' } = mail;
  expect(from).toEqual({ name: 'Portal Security via Portal', address: 'portal@portal.example' });
  expect(replyTo).toBeUndefined();
  expect(text).toMatch(/^Your account is in danger\. Save it \(https:\/\/evil\.example\/\?save\)/);
  const { label = '', note = '' } = BUILT_IN_TEMPLATES[key].action ?? {};
  const [, block = ''] = text.split('_'.repeat(40));
  expect(block).toContain(note);
  expect(block).toContain(`${label}:\n${portalOrigin()}${path}?token=`);
  expect(block).not.toContain('evil');
  const hrefs = hrefsOf(mail);
  expect(hrefs).toHaveLength(2);
  for (const href of hrefs) expect(href).toMatch(`${portalOrigin()}${path}?token=`);
}

describe('a link that opens an account', () => {
  test('no template of a school can put the link into an address, and one stored earlier loses it', async () => {
    const { organizationId: id, staff } = victim;
    const body = 'https://evil.example/?u_{{actionLink}}';
    const params = { id: `${id}.passwordReset` };
    expect((await staff.Admin.call('changeEmailTemplate', { params, body: { body } })).status).toBe(422);

    const details = { ...BUILT_IN_TEMPLATES.passwordReset, builtIn: 'passwordReset', attachments: [] } as const;
    const { name, subject, builtIn, attachments } = details;
    const { environment, engine } = server.running.composition;
    const stored = await environment.log.append(
      `emailTemplate-${id}.passwordReset`,
      undefined,
      [
        {
          type: 'EmailTemplateCreated',
          data: { organizationId: id, details: { builtIn, name, subject, body, attachments } },
        },
      ],
      operatorContext(server),
    );
    await engine.waitFor(stored.position);
    const read = await staff.Admin.call('getEmailTemplate', { params });
    expect(read.body.body).toBe('https://evil.example/?u_');
    const mail = await askForReset('viewer@victim.example', victim);
    const [token = ''] = /(?<=token=)[\w-]+/.exec(mail.text ?? '') ?? [];
    expect(token).toHaveLength(43);
    expect(mail.text?.split(token)).toHaveLength(2);
    expect(
      hrefsOf(mail)
        .filter((href) => href.includes(token))
        .map((href) => new URL(href).origin),
    ).toEqual([portalOrigin(), portalOrigin()]);
    expect(
      (await staff.Admin.call('changeEmailTemplate', { params, body: { ...read.body, subject: 'New' } })).status,
    ).toBe(200);
  });

  test("asked for through another school, it comes in the portal's words and name, and leads to the portal", async () => {
    const mail = await askForReset('owner@victim.example', hostile);
    expectPortalsOwn(mail);
    expect(mail.subject).toBe('Set a new password');
    expect(`${mail.text}${mail.html}${mail.raw}`).not.toContain('Portal Security');
    expect(hrefsOf(mail).some((href) => href.includes('organizationId'))).toBe(false);
  });

  test('an application in their name at another school does not change that', async () => {
    const email = 'admin@victim.example';
    const body = { batchId: hostile.batches.Open, ...answers(email), firstName: 'https://evil.example' };
    const submitted = await at(hostile).call('submitApplication', { body });
    expect(submitted.status).toBe(200);
    const received = await arrived(email, '/verifyEmail?');
    expectPortalsOwn({
      ...received,
      text: received.text?.replaceAll('evil\u200C.', '') ?? '',
      html: received.html?.replaceAll('evil\u200C.', '') ?? '',
    });
    // The name of a program is the school's own words.
    expect(received.text).toContain(`Reference: ${submitted.body.trackingNumber}`);
    expect(received.text).not.toContain('Open batch');
    expect(received.text).toContain('Hi https:\u200C//evil\u200C.example,');
    expectPortalsOwn(await askForReset(email, hostile));
  });

  test('an application that staff add there, and that a log-in links, does not change that', async () => {
    const email = 'viewer@victim.example';
    const body = { batchId: hostile.batches.Open, ...answers(email) };
    const added = await hostile.staff.Admin.call('submitApplication', { body });
    expect(added.status).toBe(200);
    await arrived(email, '/verifyEmail?');
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    const params = { id: added.body._id };
    expect((await hostile.staff.Admin.call('getApplication', { params })).body.userId).toMatch(/./);
    expectPortalsOwn(await askForReset(email, hostile));
  });

  test('an invitation to an account of another school names who invites, in the portal’s words', async () => {
    const { email } = await applied(server, victim);
    const { organizationId: orgId } = hostile;
    await hostile.staff.Owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
    const mail = await arrived(email, '/invite?');
    expectPortalsOwn(mail);
    expect(mail.subject).toBe('You are invited to Portal Security');
  });

  test("for members of the school, its words come above the portal's block and hold no link", async () => {
    const applicant = await applied(server, hostile);
    const received = await arrived(applicant.email, '/verifyEmail?');
    expectWordsAboveBlock(received, '/verifyEmail', 'applicationReceived');
    const { body } = await applicant.client.call('getApplication', { params: { id: applicant.applicationId } });
    for (const part of [received.text, received.html]) {
      expect(part).toContain('Program: Open batch');
      expect(part).toContain(`Reference: ${body.trackingNumber}`);
    }
    expectWordsAboveBlock(await askForReset('admin@hostile.example', hostile), '/passwordReset', 'passwordReset');
    const email = freshEmail();
    await at(hostile).call('submitApplication', { body: { batchId: hostile.batches.Open, ...answers(email) } });
    await at(hostile).call('signup', { body: { email, password: PASSWORD } });
    await vi.waitUntil(() => mails.to(email).length === 2, 20_000);
    for (const mail of mails.to(email)) expect(mail.text).toMatch(/^Your account is in danger/);
    const person = 'owner@victim.example';
    const again = { batchId: hostile.batches.Open, ...answers(person) };
    expect((await victim.staff.Owner.call('submitApplication', { body: again })).status).toBe(200);
    expectWordsAboveBlock(await arrived(person, '/verifyEmail?'), '/verifyEmail', 'applicationReceived');
    const stranger = freshEmail();
    await at(hostile).call('signup', { body: { email: stranger, password: PASSWORD } });
    expectPortalsOwn(await arrived(stranger, '/verifyEmail?'));
  });
});
