import { expect } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { answers, freshEmail } from '../support/school.ts';
import { applicantOf, change, read } from './acting.ts';
import { conform } from './conform.ts';

const TWO_MB = 2_097_152;

conform('validation', {
  'Every required field must have a value': async ({ server, world }) => {
    const client = server.client({ organizationId: world.organizationId });
    const complete = { batchId: world.batches.Open, ...answers(freshEmail()) };
    for (const field of ['firstName', 'lastName', 'email']) {
      for (const nothing of ['', '   ', null, undefined]) {
        const { status, problem } = await client.call('submitApplication', { body: { ...complete, [field]: nothing } });
        expect([status, problem.message], field).toEqual([422, 'Please complete all required fields']);
        expect(problem.errors).toMatchObject([{ field }]);
      }
    }
  },
  'File uploads must be valid and under 2MB': async ({ cast }) => {
    const { Owner } = cast.clients;
    const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      Owner.call('dynamicUpload', { body: { uploadType: 'CV', file: new File([bytes], name) } });
    const text = (length: number) => new Uint8Array(length).fill(97);
    expect((await upload('largest.txt', text(TWO_MB - 1))).status).toBe(200);
    for (const [name, bytes] of [
      ['large.txt', text(TWO_MB)],
      ['no-picture.png', SAMPLE_FILES.pdf],
      ['program.exe', text(10)],
    ] as const) {
      const { status, problem } = await upload(name, bytes);
      expect([413, 422]).toContain(status);
      expect(problem.message).toBe(
        `Failed to upload 'CV': ${name}. Please upload a choose a valid file and try again. Also check that the file size is under 2MB.`,
      );
    }
  },
  'Where did you hear about our bootcamp? is stored as tracking': async ({ server, world, cast }) => {
    expect(TEXTS.forms.whereDidYouHear).toBe('Where did you hear about our bootcamp?');
    expect(TEXTS.forms.whereDidYouHearOptions.join(', ')).toBe(
      'Facebook, Instagram, LinkedIn, Reddit, YouTube, Ads, Google Search, ChatGPT/Gemini/Claude/AI, Onsite Events, Reviews (Career Karma and Course Report), From a Friend/Family/Alumni, Study International, Others',
    );
    const client = server.client({ organizationId: world.organizationId });
    const { body } = await client.call('submitApplication', {
      body: { batchId: world.batches.Open, ...answers(freshEmail()), tracking: { source: 'Reddit' } },
    });
    expect((await read(cast.clients.Admin, body._id)).tracking).toMatchObject({ source: 'Reddit', medium: null });
  },
  'Batch slug: optional; lower-case a-z, digits and -; at least 6 characters': async ({ cast }) => {
    const create = (slug: string | null) => cast.clients.Admin.call('createBatch', { body: { name: 'Slugged', slug } });
    expect((await create(null)).body.slug).toBeNull();
    expect((await create('abc-45')).body.slug).toBe('abc-45');
    for (const slug of ['abc-4', 'Abcdef', 'abc_def', 'äbcdef', 'abc def']) {
      const { status, problem } = await create(slug);
      expect([status, problem.message]).toEqual([
        422,
        "Slug can only contain lower case a-z, digits 0-9 and the character '-'. Must be at least 6 characters long.",
      ]);
    }
  },
  'Saving a batch needs an organization': async ({ cast, world }) => {
    const nowhere = await cast.clients.Admin.call('createBatch', {
      query: { organizationId: 'no-such-organization' } as never,
      body: { name: 'Nowhere' },
    });
    // A member of only one organization is there at any address.
    if (nowhere.status === 200) expect(nowhere.body.organizationId).toBe(world.organizationId);
    else expect([403, 404, 422]).toContain(nowhere.status);
  },
  'Payment model: its numbers must parse as numbers': async ({ cast }) => {
    const { Owner } = cast.clients;
    const numbers = ['upfrontCost', 'monthlyCost', 'numberOfMonths', 'monthlyPaymentDay', 'monthlyPaymentDelay'];
    for (const field of numbers) {
      const { status, problem } = await Owner.call('createPaymentModel', { body: { name: 'Odd', [field]: 'many' } });
      expect([status, problem.message], field).toEqual([
        422,
        'An error occurred parsing the numeric inputs. Check your values and try again',
      ]);
    }
    const typed = { name: 'Typed', upfrontCost: '99.5', monthlyCost: '10', numberOfMonths: '3' };
    expect((await Owner.call('createPaymentModel', { body: typed })).body).toMatchObject({
      upfrontCost: 99.5,
      totalCost: 129.5,
    });
  },
  'Assessment image upload only after the assessment is created': async ({ cast }) => {
    const file = new File([SAMPLE_FILES.png], 'question.png');
    const targetId = crypto.randomUUID();
    const refused = await cast.clients.Owner.call('upload', {
      body: { targetType: 'assessment', targetId, uploadType: 'questionImage', file },
    });
    expect([404, 422]).toContain(refused.status);
    expect(TEXTS.assessments.createFirst).toBe('The Create this assessment first before uploading an image');
  },
  'Transfer requires a target': async (scene) => {
    const { applicationId } = await applicantOf(scene);
    const { status, problem } = await change(scene.cast.clients.Owner, applicationId, { status: 'TRANSFERRED' });
    expect([status, problem.message]).toEqual([422, 'Please select a course to transfer the student to']);
  },
  'Analytics ids: Google at most 16 characters, Facebook fewer than 18; special characters replaced': async ({
    cast,
    world: { organizationId: id },
  }) => {
    const put = (body: object) => cast.clients.Admin.call('changeOrganization', { params: { id }, body });
    expect((await put({ googleAnalyticsId: 'UA-1234567890123' })).status).toBe(200);
    expect((await put({ googleAnalyticsId: 'UA-12345678901234' })).status).toBe(422);
    expect((await put({ facebookPixelId: '12345678901234567' })).status).toBe(200);
    expect((await put({ facebookPixelId: '123456789012345678' })).status).toBe(422);
    expect((await put({ googleAnalyticsId: "G-<12>'3" })).body.googleAnalyticsId).toBe('G-123');
  },
  'Add user: email and role must both be non-empty and an organization must exist': async ({ cast, world }) => {
    const { Owner } = cast.clients;
    const whole = { orgId: world.organizationId, email: freshEmail(), role: 'Viewer' };
    for (const part of [{ email: '' }, { email: '  ' }, { role: '' }, { orgId: crypto.randomUUID() }]) {
      const { status } = await Owner.call('addUserToOrg', { body: { ...whole, ...part } });
      expect([400, 404, 422]).toContain(status);
    }
    expect((await Owner.call('listSignupLinks')).body.map(({ email }) => email)).not.toContain(whole.email);
    expect((await Owner.call('addUserToOrg', { body: whole })).body.message).not.toBe('');
    expect((await Owner.call('listSignupLinks')).body.map(({ email }) => email)).toContain(whole.email);
  },
  'Quiz: submitted only when every question has an answer': async ({ world }) => {
    const params = { id: world.solutionId };
    const submittedAt = new Date().toISOString();
    const submit = (answers: (string | null)[]) =>
      world.applicant.client.call('changeSolution', { params, body: { answers, submittedAt } });
    const refused = await submit(['yes', null]);
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.assessments.answerEveryQuestion]);
    expect((await submit(['yes', 'yes'])).body.submittedAt).not.toBeNull();
  },
  'Enrollment is blocked if the user already has an application for that batch': async (scene) => {
    const { client, email } = await applicantOf(scene);
    for (const other of [email, ` ${email.toUpperCase()} `, freshEmail()]) {
      const { status, problem } = await client.call('submitApplication', {
        body: { batchId: scene.world.batches.Open, ...answers(other) },
      });
      expect([status, problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    }
  },
  'Comment deletion: only own comments': async (scene) => {
    const { Owner, Admin } = scene.cast.clients;
    const { applicationId } = await applicantOf(scene);
    const { body } = await change(Owner, applicationId, { adminComments: [{ message: "The Owner's" }] });
    const without = { version: body.version, adminComments: [] };
    const refused = await change(Admin, applicationId, without);
    expect([refused.status, refused.problem.message]).toEqual([403, TEXTS.applications.commentNotOwn]);
    expect((await change(Owner, applicationId, without)).body.adminComments).toEqual([]);
  },
});
