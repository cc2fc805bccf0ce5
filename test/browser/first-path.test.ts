import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessible, expectNoSidewaysScrollAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

/** Layout and wording do not depend on the stores. */
const isOnServers = adaptersUnderTest() === 'servers';

describePortal('the portal, started with npm start on an empty data directory', (portal) => {
  test('an applicant applies, sets a password and completes a step; the Owner works on it', async () => {
    const email = freshEmail();
    const applicant = await portal.visit({ viewport: PHONE });
    const { page } = applicant;

    await page.goto('/');
    await page.waitForURL('**/enroll');
    await page.getByRole('heading', { name: 'Full-Stack, day' }).waitFor();
    await expectAccessible(applicant, 'enroll');
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
    await page.getByLabel('First name').waitFor();
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.getByText('Please complete all required fields').first().waitFor();
    await expectAccessible(applicant, 'apply-errors');

    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
    await page
      .getByLabel('Why do you want to become a developer?')
      .fill('I like it when things work. 🚢 <b>Really</b>');
    await page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await page.reload();
    await page.getByLabel('First name').waitFor();
    expect(await page.getByLabel('First name').inputValue(), 'typed words survive a reload').toBe('Grace');

    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await page.getByText('Hopper').waitFor();
    await expectAccessible(applicant, 'check-answers');
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Thank you for providing your information!').waitFor();
    await expectAccessible(applicant, 'thank-you');
    await page.getByLabel('Password', { exact: true }).fill('nanoseconds-of-wire');
    await page.getByRole('button', { name: 'Set password and continue' }).click();

    await page.waitForURL('**/application/*');
    const address = new URL(page.url()).pathname;
    await page.getByText('You are here').waitFor();
    await page.getByLabel('Where do you live?').fill('Manila');
    await page.getByLabel('Hours a week that you can study').selectOption('30 to 40');
    await page.getByLabel('Which laptop will you use?').fill('An old one');
    await page.getByLabel('A link to something you made').fill('https://example.org/compiler');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Book your interview').first().waitFor();
    await page.getByRole('region', { name: 'What you sent' }).getByText('Reddit').waitFor();
    await expectAccessible(applicant, 'application');
    await expectNoSidewaysScrollAtBothWidths(page);
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    await page.goto('/admin/dashboard');
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByRole('columnheader').count(), 'no staff pages for an applicant').toBe(0);
    expect(applicant.complaints).toEqual([]);

    const staff = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    await staff.page.goto('/admin/dashboard');
    await staff.page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await staff.page
      .getByRole('searchbox')
      .or(staff.page.getByPlaceholder(/Name, email/))
      .first()
      .fill(email);
    await staff.page.getByText('Grace Hopper').first().waitFor();
    await expectAccessible(staff, 'dashboard');
    await staff.page.goto(address);
    await staff.page.getByRole('tab', { name: 'Admin tools' }).waitFor();
    await staff.page.getByLabel('Change status').selectOption('INFORMATION SENT');
    await staff.page.getByText('Saved: INFORMATION SENT.').waitFor();
    await staff.page.getByLabel('Add a comment').fill('Writes well. Call her.');
    await staff.page.getByRole('button', { name: 'Add comment' }).click();
    await staff.page.getByText('Writes well. Call her.').waitFor();
    await staff.page.getByRole('tab', { name: 'Timeline' }).click();
    await staff.page.getByRole('listitem').filter({ hasText: 'commented Writes well. Call her.' }).first().waitFor();
    const history = await staff.page.getByRole('listitem').allInnerTexts();
    const told = history.join('\n');
    const steps = [
      'Grace Hopper applied',
      'Grace Hopper saved 4 answers',
      'changed status from New to Information sent',
    ];
    for (const words of [...steps, 'commented Writes well. Call her.']) expect(told).toContain(words);
    await expectAccessible(staff, 'history');

    const slider = staff.page.getByRole('slider', { name: /As of/ });
    await slider.focus();
    await staff.page.keyboard.press('Home');
    const past = staff.page.getByRole('region', { name: /The application at/ });
    await past.waitFor();
    await expect.poll(() => past.innerText()).toMatch(/^Status\s+New\s+now\s+Information sent/);
    expect(await past.innerText()).toMatch(/Comments\s+not yet/);
    await expectAccessible(staff, 'as-of');
    expect(staff.complaints).toEqual([]);

    await applicant.context.close();
    await staff.context.close();
  });

  test.runIf(isOnServers)(
    "a Viewer's dashboard and its answers have nothing that only Owners and Admins may see",
    async () => {
      const noel = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
      const answers: Promise<Record<string, unknown>[]>[] = [];
      // An answer that comes while the page is being closed cannot be read.
      noel.page.on('response', (response) => {
        if (new URL(response.url()).pathname === '/api/applications') answers.push(response.json().catch(() => []));
      });
      await noel.page.goto('/admin/dashboard');
      await noel.page.getByText(/applications? shown$/).waitFor();
      const rows = (await Promise.all(answers)).flat();
      expect(rows.length).toBeGreaterThan(5);
      const hidden = ['adminComments', 'adminAssignee', 'selectedPaymentModelId', 'interviewNotes'];
      expect(rows.flatMap((row) => hidden.filter((field) => field in row))).toEqual([]);
      await noel.page.getByRole('columnheader', { name: 'Status', exact: true }).first().waitFor();
      expect(await noel.page.getByRole('columnheader', { name: 'Comments' }).count()).toBe(0);
      await noel.context.close();
    },
  );

  test.skipIf(isOnServers)(
    'an absent page says so with a link, and a log-in by an invitation that does not exist goes on without it',
    async () => {
      const someone = await portal.visit({ viewport: PHONE });
      await someone.page.goto('/no-such-page');
      await someone.page.getByRole('main').getByRole('link').first().waitFor();
      await expectAccessible(someone, 'not-found');
      await someone.page.goto('/application/00000000-0000-4000-8000-000000000000');
      await someone.page.getByText('Could not load application. Are you logged in?').waitFor();
      await expectAccessible(someone, 'application-signed-out');
      for (const button of ['Create your account', 'Log in']) {
        await someone.page.goto(`/${button === 'Log in' ? 'login' : 'signup'}?token=made-up`);
        await someone.page.getByRole('alert').filter({ hasText: TEXTS.accounts.linkInvalid }).waitFor();
        await someone.page.getByLabel('Email').fill(DEMO_APPLICANT);
        await someone.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
        await someone.page.getByRole('button', { name: button, exact: true }).click();
        await someone.page.getByRole('alert').filter({ hasText: TEXTS.accounts.linkInvalid }).waitFor();
      }
      await expectAccessible(someone, 'login-link-invalid');
      await someone.page.getByRole('link', { name: 'Continue without the link' }).click();
      await someone.page.getByRole('alert').waitFor({ state: 'detached' });
      await someone.page.getByLabel('Password', { exact: true }).press('Enter');
      await someone.page.getByRole('heading', { name: /^Welcome/ }).waitFor();

      const owner = createClient(portal.url);
      await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
      const { body: all } = await owner.call('listApplications');
      const foreign = all.find(({ email }) => email !== DEMO_APPLICANT)?._id;
      for (const id of [foreign, '00000000-0000-4000-8000-000000000000']) {
        await someone.page.goto(`/application/${id}`);
        await someone.page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await someone.page.getByText('Could not load application. Are you logged in?').waitFor();
        await someone.page.getByText(`You are logged in as ${DEMO_APPLICANT}.`).waitFor();
      }
      await expectAccessible(someone, 'application-of-another');
      expect(someone.complaints).toEqual([]);
      await someone.context.close();
    },
  );
});
