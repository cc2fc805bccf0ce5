import { expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, freshEmail, PASSWORD } from '../support/school.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { applicantOf, change } from './acting.ts';
import { conform } from './conform.ts';

const { accounts, enroll, applications, batches, paymentModels, lists, members, processes, webhooks, assessments } =
  TEXTS;

test.each([
  [accounts.loginFailed, 'Failed to log in. Incorrect password or email. Please try again.'],
  [TEXTS.access.requestFailed('Bad Gateway'), 'Request failed: Bad Gateway'],
  [
    enroll.duplicate,
    "You've already applied to this batch with this email address. Please LOGIN to view your enrollment.",
  ],
  [enroll.duplicateOf('Java'), "You've already applied to Java. Please log in to view your application."],
  [enroll.submitFailed('why'), 'Failed to submit: why'],
  [applications.updateFailed('why'), "Something went wrong updating the application: 'why'"],
  [applications.transferFailed('why'), 'Something went wrong: why'],
  [
    applications.transferDone,
    'Enrollment has been transferred. A new application has been created in the selected batch.',
  ],
  [applications.emailSent('Welcome', 'ada@example.org'), "Sent 'Welcome' to ada@example.org"],
  [batches.saveFailed('why'), 'Error occurred saving changes to batch: why'],
  [paymentModels.saveFailed('why'), 'Error occurred saving changes to payment model: why'],
  [lists.deleteFailed('why'), 'Failed to delete: why'],
  [lists.attachmentFailed('why'), 'Failed with error why'],
  [members.roleChangeFailed('why'), 'Something went wrong modifying roles: why'],
  [processes.saveFailed('why'), 'Failed to save blob: why'],
  [webhooks.testDone('ok'), 'Done: ok'],
  [applications.loadFailed, 'Could not load application. Are you logged in?'],
  [assessments.fetchFailed, 'Failed to fetch assessment'],
  [assessments.fetchApplicationFailed, 'Failed to fetch application. Are you logged in?'],
  [members.noInvites, 'You have no outstanding membership invites'],
])('the text is: %s', (text, expected) => {
  expect(text).toBe(expected);
});

conform('messages', {
  "Any non-200 answer: the server's message is raised": async ({ cast }) => {
    const { problem } = await cast.clients.Owner.call('createBatch', { body: { name: null } });
    expect(problem).toMatchObject({ status: 422, message: expect.stringMatching(/\w/) });
  },
  'Login/signup failure': async ({ server, world }) => {
    for (const name of ['login', 'signup'] as const) {
      const body = { email: world.applicant.email, password: 'not the right one' };
      const { status, problem } = await server.client().call(name, { body });
      expect([status, problem.message]).toEqual([401, accounts.loginFailed]);
    }
    const body = { email: freshEmail(), password: PASSWORD };
    expect((await server.client().call('login', { body })).problem.message).toBe(accounts.loginFailed);
  },
  'Duplicate application': async (scene) => {
    const { email } = await applicantOf(scene);
    const body = { batchId: scene.world.batches.Open, ...answers(email) };
    const { status, problem } = await scene.server.client().call('submitApplication', { body });
    expect([status, problem.message]).toEqual([409, enroll.duplicate]);
    expect(problem.message).toContain(enroll.duplicateMark);
  },
  'Transfer failure': async (scene) => {
    const { applicationId } = await applicantOf(scene);
    const { Admin } = scene.cast.clients;
    const refused = await change(Admin, applicationId, { status: 'TRANSFERRED' });
    expect(applications.transferFailed(refused.problem.message)).toBe(
      'Something went wrong: Please select a course to transfer the student to',
    );
  },
  'Batch, payment model and process save: their message says what is wrong': async ({ cast }) => {
    const { Owner } = cast.clients;
    const saves = [
      await Owner.call('createBatch', { body: { name: 'Batch', slug: 'no' } }),
      await Owner.call('createPaymentModel', { body: { name: 'Plan', upfrontCost: 'much' } }),
      await Owner.call('createProcess', { body: { json: '{' } }),
    ];
    expect(saves.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(saves.map(({ problem }) => problem.message)).toEqual([
      batches.slugInvalid,
      paymentModels.numbersInvalid,
      expect.stringMatching(/^This is not valid JSON: /),
    ]);
  },
  'Role change: the message says why': async ({ cast, world }) => {
    const { body: owner } = await cast.clients.Owner.call('getUser');
    const body = { orgId: world.organizationId, userId: owner._id, role: 'Viewer' as const };
    const { problem } = await cast.clients.Admin.call('changeRoleInOrganization', { body });
    expect(problem.message).toContain(members.ownerIsFixed);
  },
  'Webhook test: Done: {response}': async ({ cast }) => {
    const { Owner } = cast.clients;
    const receiver = await startWebhookReceiver();
    try {
      const made = await Owner.call('createWebhook', { body: { name: 'Chat', targetUrl: receiver.url } });
      const sent = await Owner.call('sendWebhook', { params: { id: made.body._id } });
      expect(sent.status, sent.problem.message).toBe(200);
      expect(webhooks.testDone(sent.body.response)).toMatch(/^Done: ./);
    } finally {
      await receiver.close();
    }
  },
  'Add user: success and failure carry a message': async ({ cast, world }) => {
    const { Owner } = cast.clients;
    const email = freshEmail();
    const body = { orgId: world.organizationId, email, role: 'Viewer' as const };
    expect((await Owner.call('addUserToOrg', { body })).body.message).toBe(members.invited(email, 'Viewer'));
    const wrong = { ...body, email: 'no address' };
    expect((await Owner.call('addUserToOrg', { body: wrong })).problem.message).toBe(accounts.emailInvalid);
  },
});
