import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { fileReferenceSchema } from '../../api/contract/values.ts';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { type Client, createClient } from '../support/client.ts';
import { runIntake } from '../support/running-server.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { freshEmail } from '../support/school.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScrollAtBothWidths, PHONE, type Visitor } from './browser.ts';
import { largePhoto, sizeOfJpeg } from './photo.ts';
import { describePortal } from './portal.ts';

const HEARD = 'Where did you hear about our bootcamp?';
const PASSWORD = 'nanoseconds-of-wire';
const BROKEN = 'Connection lost. The upload continues automatically when you reconnect.';
const uploadFailed = (field: string, file: string) =>
  `Failed to upload '${field}': ${file}. Please upload a choose a valid file and try again. Also check that the file size is under 2MB.`;

const PROCESS: ProcessConfig = {
  label: 'Every kind of field',
  requestSignup: true,
  fields: [],
  applicationForm: {
    title: 'Tell us about you',
    fields: [
      { name: 'firstName', label: 'First name', dataType: 'text', required: true },
      { name: 'email', label: 'Email', dataType: 'email', required: true },
      { name: 'phoneNumber', label: 'Mobile number', dataType: 'tel', required: false },
      {
        name: 'motivation',
        label: 'Why you?',
        dataType: 'paragraph',
        required: true,
        details: 'Three sentences. **No right answer.** [How we read](https://example.org/how)',
      },
      { name: 'track', label: 'Which track?', dataType: 'select', required: true, options: ['Web', 'Data'] },
      { name: 'cv', label: 'Your CV', dataType: 'file', required: true, details: 'One page is plenty.' },
      { name: 'diploma', label: 'A photo of your diploma', dataType: 'file', required: false },
    ],
  },
  applicationDetailsSteps: [],
};

const pdf = (name: string, size = 0) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(Math.max(0, size - SAMPLE_FILES.pdf.length), ' ')]),
});

const labelInFocus = (page: Page) => page.evaluate('document.activeElement.labels[0].innerText');

/** Name and description of each form field, as a screen reader gets them. */
async function describedFields(page: Page): Promise<readonly (readonly [string, string])[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role, name }) => {
      const isFile = role?.value === 'button' && name?.value.endsWith('Choose a file');
      return !ignored && (['textbox', 'combobox'].includes(role?.value) || isFile);
    })
    .map(({ name, description }) => [name?.value, (description?.value ?? '').replace(/\s+/g, ' ').trim()] as const);
}

async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(3_600_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

describePortal('applying', (portal) => {
  let owner: Client;
  let organizationId: string;
  let processId: string;
  const open = async (name: string, slug: string | null = null, process = processId) => {
    const { body } = await owner.call('createBatch', {
      body: { name, slug, description: 'Short.', capacity: 9, status: 'Open', processId: process },
    });
    return body;
  };
  const applicationsOf = async (email: string): Promise<readonly ApplicationView[]> => {
    const { body } = await owner.call('listApplications');
    return body.filter((application) => application.email === email);
  };

  beforeAll(async () => {
    owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const process = await owner.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
    processId = process.body._id;
    organizationId = (await open('All fields', 'all-fields')).organizationId;
  });

  async function fill({ page }: Visitor, email: string) {
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Why you?').fill('I like it\nwhen things work.');
    await page.getByLabel('Which track?').selectOption('Data');
  }
  const check = ({ page }: Visitor) => page.getByRole('button', { name: 'Check your answers' }).click();

  test('every kind of field is shown, explained, kept over a reload and validated before sending', async () => {
    const email = freshEmail();
    const grace = await portal.visit({ viewport: PHONE });
    const { page } = grace;
    const uploads: string[] = [];
    page.on('request', (request) => request.url().includes('/api/dynamicUpload') && uploads.push(request.url()));
    await page.goto('/?utm_source=newsletter&utm_campaign=june');
    await page.getByText('of 9 places left · open since').first().waitFor();
    await page.goto(`/apply/${organizationId}/all-fields`);
    await page.getByRole('heading', { name: 'Tell us about you' }).waitFor();
    await page.getByRole('link', { name: 'How we read' }).waitFor();
    await check(grace);
    await page.getByText('Please complete all required fields').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Your CV' }).click();
    expect(await labelInFocus(page)).toBe('Your CV *');
    expect(await describedFields(page), 'the accessibility tree of a form with errors').toEqual([
      ['First name', 'Enter your first name.'],
      ['Email', 'Enter your email.'],
      ['Mobile number (optional)', ''],
      ['Why you?', 'Three sentences. No right answer. How we read Enter your answer.'],
      ['Which track?', 'Choose an answer.'],
      ['Your CV Choose a file', 'One page is plenty. Choose a file.'],
      ['A photo of your diploma (optional) Choose a file', ''],
      [HEARD, 'Choose an answer.'],
    ]);
    await page.getByLabel('Mobile number').fill('abc');
    await check(grace);
    await page.getByText('Enter a phone number in digits').waitFor();
    await page.getByLabel('Mobile number').fill('');
    const accepted = await page.getByLabel('Your CV').getAttribute('accept');
    expect(accepted, 'so that phones send JPEG').toMatch(/\.jpg,image\/jpeg/);
    expect(accepted).not.toMatch(/hei[cf]|svg/);

    for (const [refused, shown, reason] of [
      [pdf('twenty-scanned-pages-of-it.pdf', FILE_LIMIT_BYTES), 'twenty-scann….pdf', 'It is 2.1 MB.'],
      [
        { ...pdf('cv.pdf'), buffer: Buffer.from('MZ, not a PDF') },
        'cv.pdf',
        'Its content does not match its name, which ends with .pdf.',
      ],
      [{ ...pdf('cv.exe'), mimeType: 'application/x-msdownload' }, 'cv.exe', 'We do not accept files of this type.'],
    ] as const) {
      await page.getByLabel('Your CV').setInputFiles(refused);
      await page.getByText(`${uploadFailed('Your CV', shown)} ${reason}`).waitFor();
    }
    await check(grace);
    expect(await page.getByText('Choose a file.').count(), 'the failed upload has the better error').toBe(0);
    expect(uploads, 'refused before a byte is sent').toEqual([]);
    await expectAccessible(grace, 'apply-file-refused');

    await page.getByLabel('Your CV').setInputFiles(pdf('Grace Hopper, curriculum vitae.pdf'));
    await page.getByText('Grace Hopper…').waitFor();
    await page.getByLabel('A photo of your diploma').setInputFiles({
      name: 'IMG_0042.jpeg',
      mimeType: 'image/jpeg',
      buffer: await largePhoto(page, 'Manila 14.5995'),
    });
    await page.getByText(/made smaller: \d\.\d MB → (1\.\d MB|\d+ kB)/).waitFor();
    await fill(grace, email);
    await page.getByLabel(HEARD).selectOption('Reddit');
    await expectAccessible(grace, 'apply-files');
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.reload();
    await page.getByText('IMG_0042.jpg').first().waitFor();
    expect(await page.getByLabel('Why you?').inputValue()).toBe('I like it\nwhen things work.');
    await check(grace);
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    expect(await page.getByText('Grace Hopper….pdf').isVisible(), 'a long name is shortened').toBe(true);
    const sendings: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/applications')
        sendings.push(request.url());
    });
    await page.getByRole('button', { name: 'Submit application' }).dblclick();
    await page.getByText('Thank you for providing your information!').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.waitForURL('**/application/*');

    const sent = await applicationsOf(email);
    expect([sendings.length, sent.length]).toEqual([1, 1]);
    expect(sent[0]?.tracking).toMatchObject({ source: 'newsletter', medium: 'Reddit', campaign: 'june' });
    const { fileId, fileName } = fileReferenceSchema.parse(sent[0]?.diploma);
    const answer = await owner.raw({ method: 'GET', path: `/api/download/${fileId}/${fileName}` });
    const photo = Buffer.from(await answer.arrayBuffer());
    expect(photo.length).toBeLessThan(FILE_LIMIT_BYTES);
    const { width, height } = sizeOfJpeg(photo);
    expect(height / width, 'upright, as the camera meant it').toBeCloseTo(1.5, 1);
    expect(photo.includes('Exif') || photo.includes('Manila')).toBe(false);
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('a connection that breaks during an upload or a submission loses nothing, and both resume automatically', async () => {
    const email = freshEmail();
    const grace = await portal.visit({ viewport: PHONE });
    const { page, context } = grace;
    await page.goto(`/apply/${organizationId}/all-fields?utm_medium=ad`);
    await page.getByRole('heading', { name: 'Tell us about you' }).waitFor();
    expect(await page.getByLabel(HEARD).count(), 'who came by an ad is not asked').toBe(0);
    await fill(grace, email);
    const network = await context.newCDPSession(page);
    // A 25 s upload still breaks half-way on slow machines.
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await check(grace);
    const missing = page.getByText('Choose a file.');
    await missing.waitFor();
    await page.getByLabel('Your CV').setInputFiles(pdf('cv.pdf', 1_500_000));
    const progress = page.getByRole('progressbar', { name: 'Uploading cv.pdf' });
    await expect.poll(() => progress.getAttribute('value').then(Number), { timeout: 20_000 }).toBeGreaterThan(10);
    expect(await missing.count(), 'what is being answered is not missing').toBe(0);
    await check(grace);
    await page.getByText('This file is still uploading').waitFor();
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: true });
    await page.getByText(BROKEN).waitFor();
    await expectAccessible(grace, 'upload-broken');
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await page.getByText('Uploaded cv.pdf').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');

    let tries = 0;
    await page.route('**/api/applications?*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      tries += 1;
      if (tries === 1) return route.abort('connectionreset');
      if (tries === 2) return route.fetch().then(() => route.abort('connectionreset'));
      return route.fallback();
    });
    await check(grace);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Connection lost. Still trying…').waitFor();
    await page.getByText('Thank you for providing your information!').waitFor();
    expect(tries).toBe(3);
    expect(await applicationsOf(email)).toHaveLength(1);
    expect(grace.complaints).toEqual([]);
    await context.close();
  });

  test('an upload can be cancelled, a file replaced and removed', async () => {
    const grace = await portal.visit({ viewport: PHONE });
    const { page } = grace;
    await page.goto(`/apply/${organizationId}/all-fields`);
    const cv = page.getByLabel('Your CV');
    let isHeld = true;
    await page.route('**/api/dynamicUpload*', (route) => (isHeld ? undefined : route.fallback()));
    await cv.setInputFiles(pdf('first.pdf'));
    await page.getByLabel('First name').click();
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type(), 'leaving would end the upload').toBe('beforeunload');
    await question.dismiss();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('first.pdf').waitFor({ state: 'detached' });
    isHeld = false;
    await cv.setInputFiles(pdf('second.pdf'));
    await page.getByText('Uploaded second.pdf').waitFor();
    await cv.setInputFiles(pdf('third.pdf'));
    await page.getByText('Uploaded third.pdf').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('third.pdf').waitFor({ state: 'detached' });
    expect(await labelInFocus(page), 'the focus stays at the field').toContain('Your CV');
    await page.reload();
    await cv.waitFor();
    expect(await page.getByText('third.pdf').count()).toBe(0);
    await grace.context.close();
  });

  test('a second application is refused with a link to the first', async () => {
    const email = freshEmail();
    const program = `Once only ${randomUUID().slice(0, 8)}`;
    const batch = await open(program);
    const stranger = createClient(portal.url);
    const applied = await stranger.call('submitApplication', { body: await answersOf(batch._id, email) });
    expect(applied.status, JSON.stringify(applied.problem)).toBe(200);

    const ada = await portal.visit({ viewport: PHONE });
    const { page } = ada;
    await page.goto(`/enroll?batchId=${batch._id}`);
    await fill(ada, email);
    await page.getByLabel('Your CV').setInputFiles(pdf('cv.pdf'));
    await page.getByText('Uploaded cv.pdf').waitFor();
    await page.getByLabel(HEARD).selectOption('Ads');
    await check(ada);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText(`You've already applied to ${program}. Please log in to view your application.`).waitFor();
    await expectAccessible(ada, 'apply-duplicate');

    await stranger.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    await stranger.call('changeApplication', { params: { id: applied.body._id }, body: { userId: 'me' } });
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: program }) });
    await card.getByText('You have already applied to this program.').waitFor();
    await card.getByRole('link', { name: 'View My Enrollment Application' }).click();
    await page.waitForURL(`**/application/${applied.body._id}`);
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });

  test('a program that closes, or a session that ends, loses nothing that was typed', async () => {
    const email = freshEmail();
    const batch = await open('Closing soon');
    const account = createClient(portal.url);
    await account.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    const lin = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page, context } = lin;
    await page.clock.install();
    await page.goto(`/apply/${organizationId}/${batch._id}`);
    await page.getByLabel('First name').fill('Lin');
    await page.getByLabel('Why you?').fill('Words of an evening');

    await owner.call('changeBatch', { params: { id: batch._id }, body: { status: 'Closed' } });
    await comeBackLater(page);
    await page.getByText('It has just closed. What you typed is saved on this device.').waitFor();
    expect(await page.getByLabel('Why you?').inputValue()).toBe('Words of an evening');
    await expectAccessible(lin, 'apply-closed-meanwhile');

    await owner.call('changeBatch', { params: { id: batch._id }, body: { status: 'Open' } });
    await context.clearCookies();
    await comeBackLater(page);
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await expectAccessible(lin, 'apply-session-ended');
    await ended.getByRole('button', { name: 'Continue without logging in' }).click();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(await page.getByLabel('Why you?').inputValue()).toBe('Words of an evening');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Which track?').selectOption('Web');
    await page.getByLabel('Your CV').setInputFiles(pdf('cv.pdf'));
    await page.getByText('Uploaded cv.pdf').waitFor();
    await page.getByLabel(HEARD).selectOption('Others');
    await check(lin);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.waitForURL('**/application/*');
    expect((await applicationsOf(email))[0]?.motivation).toBe('Words of an evening');
    expect(lin.complaints).toEqual([]);
    await context.close();
  });

  test('an applicant with an account gets a confirmation or the reason of a refusal, and no draft remains', async () => {
    const email = freshEmail();
    const brief: ProcessConfig = {
      ...PROCESS,
      requestSignup: false,
      applicationForm: {
        title: 'Brief',
        fields: PROCESS.applicationForm.fields.filter(({ name }) => /^(email|cv)$/.test(name)),
      },
    };
    const process = await owner.call('createProcess', { body: { json: JSON.stringify(brief) } });
    const batch = await open('Brief', null, process.body._id);
    const account = createClient(portal.url);
    await account.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    const joan = await portal.visitAs(email, PASSWORD, { viewport: DESKTOP });
    const { page } = joan;
    await page.goto(`/apply/${organizationId}/${batch._id}?utm_medium=ad`);
    await page.getByLabel('Your CV').setInputFiles(pdf('cv.pdf'));
    await page.getByText('Draft saved on this device and in your account').waitFor();
    const draft = { params: { form: `apply.${batch._id}` } };
    expect((await account.call('getDraft', draft)).body.values).toHaveProperty('cv');
    await page.evaluate(`for (const [key, kept] of Object.entries(localStorage))
      if (key.includes('apply')) localStorage.setItem(key, kept.replace(/"fileId":"[^"]*"/, '"fileId":"gone"'))`);
    await page.reload();
    await page.getByLabel('Your CV').waitFor();

    await check(joan);
    await owner.call('changeBatch', { params: { id: batch._id }, body: { status: 'Closed' } });
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Failed to submit: This program is not accepting applications.').waitFor();
    await owner.call('changeBatch', { params: { id: batch._id }, body: { status: 'Open' } });
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('This file was not found. Please upload it again.').waitFor();
    await page.getByLabel('Your CV').setInputFiles(pdf('again.pdf'));
    await page.getByText('Uploaded again.pdf').waitFor();
    await check(joan);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Thank you for providing your information!').waitFor();
    expect(await page.getByLabel('Password').count(), 'no password to set').toBe(0);
    await expect.poll(async () => (await account.call('getDraft', draft)).body.values).toBeNull();
    await page.getByRole('link', { name: 'View My Enrollment Application' }).click();
    await page.waitForURL('**/application/*');
    expect(joan.complaints).toEqual([]);
    await joan.context.close();
  });

  test('a school without open programs says so, and long descriptions expand and collapse', async () => {
    const slug = `quiet-${randomUUID().slice(0, 8)}`;
    await runIntake(
      portal.directory,
      'organization',
      'create',
      '--name',
      'Quiet School',
      '--slug',
      slug,
      '--owner-email',
      'q@quiet.example',
    );
    const { page, context } = await portal.visit({ viewport: PHONE });
    await page.goto(`/apply/${slug}`);
    await page
      .getByText('Sorry, this school is not currently accepting applications for any of our programs.')
      .waitFor();
    expect(await page.title()).toBe('Apply to join Quiet School');
    await page.goto(`/apply/${organizationId}`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Full-Stack, day' }) });
    await card.getByRole('button', { name: 'Show More' }).click();
    await card.getByText('You need no degree and no experience.').waitFor();
    await card.getByRole('button', { name: 'Show Less' }).click();
    await card.getByRole('button', { name: 'Show More' }).waitFor();
    await context.close();
  });

  test('the page scrolls to the form of the program in its address, but not under reduced motion', async () => {
    const { page, context } = await portal.visit({ viewport: PHONE });
    const top = () => page.evaluate('document.querySelector("main section").getBoundingClientRect().top');
    await page.goto(`/apply/${organizationId}/all-fields`);
    await page.getByLabel('First name').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.addInitScript(`
      const { scrollIntoView } = Element.prototype;
      window.scrolledToForm = [];
      Element.prototype.scrollIntoView = function (options) {
        scrolledToForm.push(this.querySelector('form') !== null);
        scrollIntoView.call(this, options);
      };
    `);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/apply-form.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Loading the form').first().waitFor({ state: 'attached' });
    await page.clock.fastForward(5_000);
    letGo();
    await page.getByLabel('First name').waitFor();
    await expect.poll(() => page.evaluate('scrolledToForm')).toEqual([true]);
    await expect.poll(top, { timeout: 20_000 }).toBeLessThan(200);
    await context.close();
  });

  const answersOf = async (batchId: string, email: string) => {
    const anyone = createClient(portal.url);
    const cv = await anyone.call('dynamicUpload', {
      body: {
        uploaderEmail: email,
        uploadType: 'cv',
        organizationId,
        file: new File([SAMPLE_FILES.pdf], 'cv.pdf'),
      },
    });
    return { batchId, organizationId, email, firstName: 'Ada', motivation: 'Why not', track: 'Web', cv: cv.body };
  };
});
