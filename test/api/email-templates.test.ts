import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EmailTemplate } from '../../api/contract/email-templates.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { betweenEvents } from '../support/between-events.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { type Applied, answers, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let mails: MailServer;
let sendGrid: MailServer;
let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  [mails, sendGrid] = await Promise.all([startMailServer(), startMailServer({ hasAuth: true })]);
  server = await startTestServer({
    environment: {
      RATE_LIMITS: 'off',
      SMTP_URL: mails.url,
      SENDGRID_SMTP_URL: sendGrid.url,
      MAIL_FROM: 'Intake <intake@portal.example>',
    },
  });
  school = await createSchool(server, 'mail-school');
  other = await createSchool(server, 'other-school');
});
afterAll(async () => {
  await server.close();
  await Promise.all([mails.close(), sendGrid.close()]);
});

const owner = () => school.staff.Owner;
const body = { name: 'What happens next', subject: 'Hi {{firstName}}', body: 'See [it]({{applicationLink}}).' };
const create = async (changes: object = {}) =>
  (await owner().call('createEmailTemplate', { body: { ...body, ...changes } })).body;
const change = (id: string, changes: object, client = owner()) =>
  client.call('changeEmailTemplate', { params: { id }, body: changes });
const special = async (name: string) => {
  const { body: templates } = await owner().call('listEmailTemplates');
  return templates.find((template) => template.name === name) as EmailTemplate;
};
const send = (templateId: string, applicationId: string, client = owner()) =>
  client.call('sendEmailTemplate', { body: { templateId, applicationId } });
const messagesOf = async (id: string) => (await owner().call('listMessages', { params: { id } })).body;
const arrived = (email: string, subject: string, at = mails) =>
  vi.waitUntil(() => at.to(email).find((mail) => mail.subject === subject), { timeout: 20_000 });
const statusOf = async (id: string) => (await owner().call('getApplication', { params: { id } })).body.status;

describe('the templates of an organization', () => {
  test('begin with those that the portal sends automatically, in order of name', async () => {
    for (const { staff } of [school, other]) {
      const { body: templates } = await staff.Viewer.call('listEmailTemplates');
      expect(templates.map(({ name, hasSpecialName }) => [name, hasSpecialName])).toEqual([
        ['Application received', true],
        ['Interview scheduled', true],
        ['Password reset', true],
        ['Sign-up invitation', true],
        ['Verify e-mail', true],
      ]);
    }
  });

  test('are created, read, changed and deleted', async () => {
    const created = await create();
    expect(created).toMatchObject({ ...body, attachments: [], hasSpecialName: false, version: 0 });
    const { _id: id } = created;
    expect((await owner().call('getEmailTemplate', { params: { id } })).body).toEqual(created);
    const changed = await change(id, { ...created, subject: 'News', version: 0 });
    expect(changed.body).toMatchObject({ subject: 'News', body: body.body, version: 1 });
    expect((await owner().call('deleteEmailTemplate', { params: { id } })).body).toEqual({
      message: TEXTS.emailTemplates.deleted,
    });
    expect((await owner().call('getEmailTemplate', { params: { id } })).status).toBe(404);
  });

  test('are changed by two people at once, field by field', async () => {
    const { _id: id, version } = await create();
    expect((await change(id, { version, subject: 'One' })).status).toBe(200);
    expect((await change(id, { version, body: 'Two' })).body).toMatchObject({ subject: 'One', body: 'Two' });
    const refused = await change(id, { version, subject: 'Three' });
    expect([refused.status, refused.problem.errors?.map(({ field }) => field)]).toEqual([409, ['subject']]);
    expect((await change(id, { subject: null })).status).toBe(422);
    expect((await change(id, {})).body).toMatchObject({ subject: 'One', body: 'Two' });
  });

  test('name the statuses that they go with, also those of the portal that are about an application', async () => {
    const created = await create({ statuses: ['INTERVIEW PENDING', 'NEW', 'NEW'] });
    expect(created.statuses).toEqual(['NEW', 'INTERVIEW PENDING']);
    const { _id: id } = created;
    expect((await change(id, { statuses: ['COMPLETE'] })).body.statuses).toEqual(['COMPLETE']);
    expect((await change(id, { statuses: null })).body.statuses).toEqual([]);
    const restored = await owner().call('restoreEmailTemplate', { params: { id }, body: { version: 1 } });
    expect(restored.body.statuses).toEqual(['COMPLETE']);
    const { staff } = await createSchool(server, 'school-with-statuses');
    const { body: templates } = await staff.Owner.call('listEmailTemplates');
    const interview = templates.find(({ name }) => name === 'Interview scheduled');
    expect(interview?.statuses).toEqual([]);
    const withStatus = await change(interview?._id ?? '', { statuses: ['INTERVIEW SCHEDULED'] }, staff.Owner);
    expect(withStatus.body).toMatchObject({ statuses: ['INTERVIEW SCHEDULED'], hasSpecialName: true });
    const reset = await change((await special('Password reset'))._id, { statuses: ['NEW'] });
    expect([reset.status, reset.problem.errors?.map(({ field }) => field)]).toEqual([422, ['statuses']]);
  });

  test.each([
    [{ subject: 'Hi {{nickname}}' }, 'subject'],
    [{ body: 'Hi {{first name}}' }, 'body'],
    [{ body: 'Hi {{}}' }, 'body'],
    [{ body: 'Here: {{actionLink}}' }, 'body'],
    [{ name: ' ' }, 'name'],
    [{ name: 'password RESET' }, 'name'],
    [{ subject: null }, 'subject'],
    [{ body: undefined }, 'body'],
  ])('refuse %o by name', async (changes, field) => {
    const { status, problem } = await owner().call('createEmailTemplate', { body: { ...body, ...changes } });
    expect([status, problem.errors?.map((error) => error.field)]).toEqual([422, [field]]);
  });

  test('keep text of all kinds unchanged, up to the limits', async () => {
    const text = `**Zoë** 👩‍💻 \u202Eאב <b>x</b> __proto__ $where ${'x'.repeat(19_000)}`;
    expect((await create({ body: text })).body).toBe(text);
    const tooLong = await owner().call('createEmailTemplate', { body: { ...body, body: 'x'.repeat(20_001) } });
    expect(tooLong.status).toBe(400);
  });

  test('of another organization are nowhere to be found', async () => {
    const { _id: id } = await create();
    const reset = (await special('Password reset'))._id;
    const { Owner } = other.staff;
    for (const template of [id, reset]) {
      const params = { id: template };
      expect((await Owner.call('getEmailTemplate', { params })).status).toBe(404);
      expect((await Owner.call('changeEmailTemplate', { params, body: { subject: 'X' } })).status).toBe(404);
      expect((await Owner.call('deleteEmailTemplate', { params })).status).toBe(404);
      expect((await Owner.call('testEmailTemplate', { params })).status).toBe(404);
    }
    const nobodys = { id: `${crypto.randomUUID()}.passwordReset` };
    expect((await Owner.call('getEmailTemplate', { params: nobodys })).status).toBe(404);
  });
});

describe('a template that the portal sends automatically', () => {
  test('keeps its name and stays; unchanged, a PUT of it stores nothing', async () => {
    const template = await special('Verify e-mail');
    const { log } = server.running.composition;
    const head = await log.head();
    const again = await change(template._id, template);
    expect(again.body).toEqual(template);
    expect((await change(template._id, { ...template, name: 'Mine' })).body).toEqual(template);
    expect(await log.head()).toBe(head);
    const refused = await owner().call('deleteEmailTemplate', { params: { id: template._id } });
    expect([refused.status, refused.problem.message]).toEqual([
      422,
      TEXTS.emailTemplates.cannotDelete('Verify e-mail'),
    ]);
  });

  test('is read as it was at an instant, also before anybody changed it', async () => {
    const template = await special('Interview scheduled');
    const before = await betweenEvents();
    const { _id: id } = template;
    const at = async (query: { asOf?: string }) =>
      (await owner().call('getEmailTemplate', { params: { id }, query })).body;
    await change(id, { subject: 'See you soon' });
    const after = await betweenEvents();
    await change(id, { subject: template.subject });
    expect(await at({ asOf: before })).toEqual(template);
    expect(await at({ asOf: after })).toMatchObject({ subject: 'See you soon', version: 1 });
    expect(await at({})).toMatchObject({ subject: template.subject, version: 2 });
  });

  test('says what the organization writes, from version 0 on', async () => {
    const template = await special('Sign-up invitation');
    const changed = await change(template._id, { ...template, name: 'Mine', subject: 'Join {{orgName}}' });
    expect(changed.body).toMatchObject({ name: 'Sign-up invitation', subject: 'Join {{orgName}}', version: 1 });
    const late = await change(template._id, { ...template, subject: 'Something else' });
    expect(late.status).toBe(409);
    const merged = await change(template._id, { ...template, body: 'Come to us' });
    expect(merged.body).toMatchObject({ subject: 'Join {{orgName}}', body: 'Come to us' });
    expect((await special('Sign-up invitation')).subject).toBe('Join {{orgName}}');
    expect((await change(template._id, { version: 99, subject: 'X' })).status).toBe(400);
    expect((await special('Password reset')).version).toBe(0);
  });

  test.each(['{{actionLink}}', '[x](https://evil.example/?{{actionLink}})', 'evil.example/?u={{ actionLink }}'])(
    'takes no link of the portal: %s',
    async (text) => {
      const { _id: id } = await special('Password reset');
      const refused = await change(id, { body: text });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.emailTemplates.actionLinkAdded]);
    },
  );

  test('reaches the applicant in the words of the organization, and moves nothing', async () => {
    const { _id: id } = await special('Application received');
    await change(id, { subject: 'Welcome, {{firstName}}!', body: '# Hi' });
    const email = freshEmail();
    const submitted = await server.client({ organizationId: school.organizationId }).call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email), firstName: 'Zoë <b>\u202E' },
    });
    const mail = await arrived(email, 'Welcome, Zoë <b>!');
    expect(mail.from).toEqual({ name: 'School mail-school via Intake', address: 'intake@portal.example' });
    expect(mail.html).toContain('<h1>Hi</h1>');
    const link = /href="([^"]+)"/.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await server.client().call('verifyEmail', { body: { token } })).status).toBe(200);
    const applicationId = submitted.body._id;
    await vi.waitUntil(async () => (await messagesOf(applicationId))[0]?.status === 'delivered', 20_000);
    expect(await messagesOf(applicationId)).toMatchObject([
      { template: 'Application received', requestedBy: null, tries: 1, reason: null },
    ]);
    expect(await statusOf(applicationId)).toBe('NEW');
  });
});

test('a booked interview is confirmed by email, once', async () => {
  const { client, applicationId, email } = await applied(server, school);
  const booked = { applicationId, eventUri: 'https://api.calendly.com/scheduled_events/AAAA', intiteeUri: '' };
  for (const _ of [1, 2]) expect((await client.call('eventScheduled', { body: booked })).status).toBe(200);
  const mail = await vi.waitUntil(() => mails.to(email).find(({ subject }) => subject?.includes('interview')), 20_000);
  expect(mail.text).toContain(`/application/${applicationId}`);
  expect(await statusOf(applicationId)).toBe('INTERVIEW SCHEDULED');
  await vi.waitUntil(
    async () => (await messagesOf(applicationId)).every(({ status }) => status === 'delivered'),
    20_000,
  );
  const told = (await messagesOf(applicationId)).map(({ template }) => template);
  expect(told.sort()).toEqual(['Application received', 'Interview scheduled']);
});

describe('sending a template', () => {
  let applicant: Applied;
  beforeAll(async () => {
    applicant = await applied(server, school);
  });

  test('fills it, moves NEW to INFORMATION SENT in one step, and answers to whom it was sent', async () => {
    const { _id: templateId } = await create({
      name: 'Next steps',
      subject: 'Hello {{firstName}} {{lastName}}',
      body: '{{email}} at {{orgName}}: [see]({{applicationLink}})',
    });
    const { applicationId, email } = applicant;
    const sent = await send(templateId, applicationId, school.staff.Admin);
    expect([sent.status, sent.body]).toEqual([200, { message: `Sent 'Next steps' to ${email}` }]);
    expect(await statusOf(applicationId)).toBe('INFORMATION SENT');
    const mail = await arrived(email, 'Hello Ada Lovelace');
    expect(mail.text).toContain(`${email} at School mail-school: see:\n`);
    expect(mail.html).toContain(`/application/${applicationId}?organizationId=${school.organizationId}"`);
    const [message] = await vi.waitUntil(async () => {
      const found = await messagesOf(applicationId);
      return found[0]?.status === 'delivered' && found;
    }, 20_000);
    expect(message).toMatchObject({ template: 'Next steps', requestedBy: { email: 'admin@mail-school.example' } });
    const history = (await owner().call('getApplicationHistory', { params: { id: applicationId } })).body;
    const types = history.map(({ type }) => type);
    const asked = types.indexOf('EmailRequested');
    expect(types.slice(asked, asked + 2)).toEqual(['EmailRequested', 'StatusChanged']);
    expect(history[asked]?.at).toBe(history[asked + 1]?.at);
  });

  test('can be looked at first, as it would arrive, and nothing is sent', async () => {
    const { client, email, applicationId } = await applied(server, school);
    await client.call('changeApplication', { params: { id: applicationId }, body: { firstName: '<b>Ada</b>' } });
    const { _id: templateId } = await create({
      name: crypto.randomUUID(),
      body: 'Dear {{firstName}}, [see]({{applicationLink}}).',
    });
    const { body: mail } = await owner().call('previewEmailTemplate', { body: { templateId, applicationId } });
    expect(mail).toMatchObject({ to: email, subject: 'Hi <b>Ada</b>' });
    expect(mail.html).toContain('Dear &#60;b&#62;Ada&#60;/b&#62;');
    expect(mail.text).toContain(`/application/${applicationId}`);
    expect(await statusOf(applicationId)).toBe('NEW');
    expect((await messagesOf(applicationId)).map(({ template }) => template)).toEqual(['Application received']);
    const received = await owner().call('previewEmailTemplate', {
      body: { applicationId, templateId: `${school.organizationId}.applicationReceived` },
    });
    expect(received.status).toBe(200);
    expect(received.body.text).not.toContain('token=');
  });

  test('can be looked at while it is written, for an applicant or with sample values', async () => {
    const { email, applicationId } = await applied(server, school);
    const unsaved = { subject: 'To {{email}}', body: 'Hello **{{firstName}}** of {{orgName}}' };
    const preview = (asked: object, client = owner()) => client.call('previewEmailTemplate', { body: asked });
    expect((await preview({ ...unsaved, applicationId })).body).toMatchObject({ to: email, subject: `To ${email}` });
    const sample = await preview(unsaved);
    expect(sample.body).toMatchObject({
      to: 'owner@mail-school.example',
      text: expect.stringContaining('Hello Maria'),
    });
    const reset = (await special('Password reset'))._id;
    const changed = await preview({ templateId: reset, body: 'Dear {{email}}' });
    expect(changed.body.text).toContain('Dear owner@mail-school.example');
    expect(changed.body.text).toContain(BUILT_IN_TEMPLATES.passwordReset.action.note);
    expect((await preview(unsaved, school.staff.Viewer)).status).toBe(403);
    expect((await preview({ ...unsaved, applicationId }, other.staff.Owner)).status).toBe(404);
    expect((await preview({ ...unsaved, templateId: reset }, other.staff.Owner)).status).toBe(404);
  });

  test('once under one key, and never back in the ranks', async () => {
    const { _id: templateId } = await create({ subject: 'Only once' });
    const { applicationId, email } = applicant;
    await owner().call('changeApplication', { params: { id: applicationId }, body: { status: 'CONTRACT SENT' } });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const asked = { body: { templateId, applicationId }, headers };
    for (const _ of [1, 2]) expect((await owner().call('sendEmailTemplate', asked)).status).toBe(200);
    await arrived(email, 'Only once');
    const { _id: last } = await create({ subject: 'The last one' });
    await send(last, applicationId);
    await arrived(email, 'The last one');
    expect(mails.to(email).filter(({ subject }) => subject === 'Only once')).toHaveLength(1);
    expect(await statusOf(applicationId)).toBe('CONTRACT SENT');
  });

  test('its attachments go with it, also when the template has been deleted since', async () => {
    const { _id: id } = await create({ subject: 'With a file' });
    const file = new File([SAMPLE_FILES.pdf], 'Programme "Zoë".pdf');
    const uploaded = await owner().call('upload', {
      body: { targetType: 'emailTemplate', targetId: id, uploadType: 'attachments', file },
    });
    expect(uploaded.status).toBe(200);
    const changed = await change(id, { attachments: [uploaded.body] });
    expect([changed.status, changed.body.attachments]).toEqual([200, [uploaded.body]]);
    const { applicationId, email } = applicant;
    expect((await send(id, applicationId)).status).toBe(200);
    await owner().call('deleteEmailTemplate', { params: { id } });
    const mail = await arrived(email, 'With a file');
    expect(mail.attachments).toMatchObject([{ filename: uploaded.body.fileName, mimeType: 'application/pdf' }]);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(SAMPLE_FILES.pdf);
    expect((await send(id, applicationId)).status).toBe(404);
  });

  test('attachments of others, or that do not exist, are refused', async () => {
    const { _id: id } = await create();
    const { body: template } = await other.staff.Owner.call('createEmailTemplate', { body });
    const file = new File([SAMPLE_FILES.pdf], 'a.pdf');
    const theirs = await other.staff.Owner.call('upload', {
      body: { targetType: 'emailTemplate', targetId: template._id, uploadType: 'attachments', file },
    });
    expect(theirs.status).toBe(200);
    for (const reference of [theirs.body, { fileId: 'nothing', fileName: 'a.pdf' }]) {
      const refused = await change(id, { attachments: [reference] });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.forms.fileInvalid]);
    }
  });

  test('what the portal sends about an application may be sent again, what it sends about an account may not', async () => {
    const { applicationId, email } = applicant;
    const before = mails.to(email).length;
    expect((await send((await special('Interview scheduled'))._id, applicationId)).status).toBe(200);
    expect((await send((await special('Application received'))._id, applicationId)).status).toBe(200);
    await vi.waitUntil(() => mails.to(email).length === before + 2, 20_000);
    expect(mails.to(email).some(({ html }) => html?.includes('/verifyEmail?token='))).toBe(true);
    const refused = await send((await special('Password reset'))._id, applicationId);
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.emailTemplates.notByHand('Password reset')]);
  });

  test('shows later what it said, also when its template has changed since', async () => {
    const { applicationId, email } = await applied(server, school);
    const { _id: templateId } = await create({ name: 'About Monday', subject: 'Monday, {{firstName}}' });
    await send(templateId, applicationId);
    await change(templateId, { subject: 'Tuesday', body: 'Other words' });
    const messages = await messagesOf(applicationId);
    const said = async (name: string, client = owner()) => {
      const messageId = messages.find(({ template }) => template === name)?._id ?? 'none';
      return client.call('getMessage', { params: { id: applicationId, messageId } });
    };
    const { body: shown } = await said('About Monday');
    expect(shown).toMatchObject({ to: email, template: 'About Monday', subject: expect.stringMatching(/^Monday, \w/) });
    expect(shown.text).not.toContain('Other words');
    expect((await said('Application received')).body.subject).not.toBe('');
    expect((await said('No such email')).status).toBe(404);
    expect((await said('About Monday', school.staff.Viewer)).status).toBe(403);
    expect((await said('About Monday', other.staff.Owner)).status).toBe(404);
  });

  test('of the portal shows the words with which it was sent', async () => {
    const another = await createSchool(server, 'school-of-former-words');
    const { applicationId: id } = await applied(server, another);
    const { Owner } = another.staff;
    const listed = async () => (await Owner.call('listMessages', { params: { id } })).body;
    const [message] = await vi.waitUntil(async () => {
      const found = await listed();
      return found[0]?.status === 'delivered' && found;
    }, 20_000);
    const subject = async () =>
      (await Owner.call('getMessage', { params: { id, messageId: message?._id ?? '' } })).body.subject;
    const before = await subject();
    const { body: templates } = await Owner.call('listEmailTemplates');
    const templateId = templates.find(({ name }) => name === 'Application received')?._id ?? '';
    expect((await change(templateId, { subject: 'Words of today' }, Owner)).status).toBe(200);
    expect(await subject()).toBe(before);
  });

  test('is for Owners and Admins, within their organization', async () => {
    const { _id: templateId } = await create();
    const { applicationId, client } = applicant;
    expect((await send(templateId, applicationId, school.staff.Viewer)).status).toBe(403);
    expect((await send(templateId, applicationId, client)).status).toBe(403);
    expect((await send(templateId, applicationId, server.client())).status).toBe(401);
    expect((await send(templateId, applicationId, other.staff.Owner)).status).toBe(404);
    const theirs = await other.staff.Owner.call('createEmailTemplate', { body });
    expect((await send(theirs.body._id, applicationId)).status).toBe(404);
    expect((await owner().call('sendEmailTemplate', { body: {} })).status).toBe(400);
    for (const person of [school.staff.Viewer, client]) {
      expect((await person.call('listMessages', { params: { id: applicationId } })).status).toBe(403);
    }
    expect((await other.staff.Owner.call('listMessages', { params: { id: applicationId } })).status).toBe(404);
  });
});

describe('an email that does not arrive', () => {
  test('says why, in the words of the mail server, without names', async () => {
    const { applicationId, email } = await applied(server, school);
    const { _id: templateId } = await create({ subject: 'Bounced' });
    mails.answer('recipient', { code: 550, text: `5.1.1 <${email}> no such mailbox, Ada` });
    try {
      await send(templateId, applicationId);
      const [message] = await vi.waitUntil(async () => {
        const found = await messagesOf(applicationId);
        return found[0]?.status === 'failed' && found;
      }, 20_000);
      expect(message).toMatchObject({
        template: body.name,
        reason: 'SMTP 550 5.1.1 <…> no such mailbox, …',
        nextTryAt: null,
      });
      expect(message?.settledAt).not.toBeNull();
    } finally {
      mails.recover();
    }
  });

  test('that may arrive later waits, visibly', async () => {
    const { applicationId } = await applied(server, school);
    await vi.waitUntil(
      async () => (await messagesOf(applicationId)).every(({ status }) => status === 'delivered'),
      20_000,
    );
    const { _id: templateId } = await create({ subject: 'Greylisted' });
    mails.answer('content', { code: 451, text: '4.7.1 greylisted, try again' });
    try {
      await send(templateId, applicationId);
      const [message] = await vi.waitUntil(async () => {
        const found = await messagesOf(applicationId);
        return found[0]?.tries === 1 && found;
      }, 20_000);
      expect(message).toMatchObject({ status: 'waiting', reason: 'SMTP 451 4.7.1 greylisted, try again' });
      expect(Date.parse(message?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
    } finally {
      mails.recover();
    }
  });
});

describe('a test email', () => {
  test('goes to its sender, filled with example values', async () => {
    const { _id: id } = await create({ subject: 'Test for {{firstName}}' });
    const tested = await school.staff.Admin.call('testEmailTemplate', { params: { id } });
    expect(tested.body.message).toBe(TEXTS.emailTemplates.testSent('admin@mail-school.example'));
    await arrived('admin@mail-school.example', 'Test for Maria');
    for (const { name } of Object.values(BUILT_IN_TEMPLATES)) {
      const { status } = await owner().call('testEmailTemplate', { params: { id: (await special(name))._id } });
      expect(status, name).toBe(200);
    }
    expect((await school.staff.Viewer.call('testEmailTemplate', { params: { id } })).status).toBe(403);
  });

  test('is not sent to an unconfirmed address, which may be another person’s', async () => {
    const email = freshEmail();
    const { organizationId } = school;
    await owner().call('addUserToOrg', { body: { orgId: organizationId, email, role: 'Admin' } });
    const link = (await owner().call('listSignupLinks')).body.find((invited) => invited.email === email);
    const client = server.client({ organizationId });
    await client.call('signup', { body: { email, password: PASSWORD, inviteToken: link?.token ?? '' } });
    await client.call('acceptInvite', { body: { token: link?.token ?? '' } });
    const { _id: id } = await create({ subject: 'Test for nobody' });
    const refused = [
      await client.call('testEmailTemplate', { params: { id } }),
      await client.call('testMail', { params: { id: organizationId } }),
    ];
    for (const { problem } of refused)
      expect(problem).toMatchObject({ status: 422, message: TEXTS.emailTemplates.testUnproven });
    expect(mails.to(email).map(({ subject }) => subject)).not.toContain('Test for nobody');
  });

  test("shows the mail server's answer at once", async () => {
    mails.answer('recipient', { code: 550, text: '5.7.1 relaying denied' });
    try {
      const refused = await owner().call('testMail', { params: { id: school.organizationId } });
      expect([refused.status, refused.problem.message]).toEqual([
        422,
        TEXTS.emailTemplates.testFailed('SMTP 550 5.7.1 relaying denied'),
      ]);
    } finally {
      mails.recover();
    }
  });

  test('by SendGrid, where the organization has a key of its own, from its own address', async () => {
    const { organizationId: id, staff } = other;
    const key = 'SG.secret-key-of-this-school';
    const sender = { sendGridApiKey: key, sendGridEmailAddress: 'hello@other.example' };
    expect((await staff.Owner.call('changeOrganization', { params: { id }, body: sender })).status).toBe(200);
    expect((await staff.Owner.call('testMail', { params: { id } })).status).toBe(200);
    const mail = await arrived('owner@other-school.example', 'A test email from School other-school', sendGrid);
    expect(mail).toMatchObject({
      from: { name: 'School other-school', address: 'hello@other.example' },
      sender: 'hello@other.example',
      signedInAs: { user: 'apikey', password: key },
    });
    expect(mails.to('owner@other-school.example')).toEqual([]);

    const { email } = await applied(server, other);
    const received = await arrived(email, 'We have received your application to School other-school');
    expect(received.from).toEqual({ name: 'School other-school via Intake', address: 'intake@portal.example' });
    expect(sendGrid.to(email)).toEqual([]);
    const stranger = await applied(server, school);
    const elsewhere = server.client({ organizationId: id });
    await elsewhere.call('sendResetLink', { body: { email: stranger.email } });
    const reset = await arrived(stranger.email, BUILT_IN_TEMPLATES.passwordReset.subject);
    expect(reset.from).toEqual({ name: 'Intake', address: 'intake@portal.example' });
    const newcomer = freshEmail();
    await elsewhere.call('signup', { body: { email: newcomer, password: PASSWORD } });
    await arrived(newcomer, BUILT_IN_TEMPLATES.verifyEmail.subject);
    expect([...sendGrid.to(stranger.email), ...sendGrid.to(newcomer)]).toEqual([]);
    sendGrid.answer('signIn', { code: 535, text: 'Authentication failed: the provided key is invalid' });
    const refused = await staff.Owner.call('testMail', { params: { id } });
    expect(refused.problem.message).toContain('535 Authentication failed');
    sendGrid.recover();
    await staff.Owner.call('changeOrganization', { params: { id }, body: { sendGridApiKey: null } });
    expect((await staff.Owner.call('testMail', { params: { id } })).status).toBe(200);
    const own = await arrived('owner@other-school.example', 'A test email from School other-school');
    expect(own).toMatchObject({ sender: 'intake@portal.example', replyTo: [{ address: 'hello@other.example' }] });
  });
});
