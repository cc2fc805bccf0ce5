import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { PLACEHOLDERS } from '../../domain/email-template/placeholders.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScrollAtBothWidths,
  signIn,
} from './browser.ts';
import { describePortal } from './portal.ts';

const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortal('the editor of email templates', (portal) => {
  test('lets an Admin write a template with placeholders, see it, test it, attach a file and delete it', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await page.goto('/admin/config?tab=emails');
    await page.getByText(BUILT_IN_TEMPLATES.passwordReset.sentWhen).waitFor();
    await expectAccessibleAtBothWidths(jun, 'email-templates');

    await page.getByRole('link', { name: 'New email template' }).click();
    await page.getByText('You can attach files once').waitFor();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    const body = page.getByRole('textbox', { name: 'Body' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Welcome');
    await subject.fill('Hi , welcome');
    await subject.evaluate((input: { setSelectionRange(from: number, to: number): void }) =>
      input.setSelectionRange(3, 3),
    );
    await page.getByRole('combobox', { name: 'Insert into Subject' }).click();
    await expectAccessible(jun, 'email-template-placeholders', { hasScriptlessFrame: true });
    await page.getByRole('option', { name: 'First name' }).click();
    expect(await subject.inputValue()).toBe('Hi {{firstName}}, welcome');
    await body.fill('We look **forward** to {{nickname}}');
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByText('Hi Maria, welcome').waitFor();
    await preview.locator('iframe').contentFrame().locator('strong', { hasText: 'forward' }).waitFor();
    await page.getByRole('button', { name: 'Create email template' }).click();
    await page.getByText(TEXTS.emailTemplates.placeholderUnknown('nickname', PLACEHOLDERS)).waitFor();
    await body.fill('We look **forward** to meeting you. ');
    const intoBody = page.getByRole('combobox', { name: 'Insert into Body' });
    await intoBody.fill('link');
    await page.getByRole('option', { name: 'First name' }).waitFor({ state: 'detached' });
    await intoBody.press('ArrowDown');
    await intoBody.press('Enter');
    expect(await body.inputValue()).toBe('We look **forward** to meeting you. {{applicationLink}}');

    await page.getByRole('checkbox', { name: 'Interview pending' }).check();

    const client = createClient(portal.url);
    await client.call('login', { body: { email: ADMIN, password: DEMO_PASSWORD } });
    const [applicant] = (await client.call('listApplications')).body;
    await preview.getByRole('combobox', { name: 'Fill in values of' }).fill(applicant?.email ?? '');
    await preview.getByRole('option', { name: applicant?.email ?? '' }).click();
    await preview.getByText(`Hi ${applicant?.firstName}, welcome`).waitFor();
    await preview.getByRole('combobox', { name: 'Fill in values of' }).click();
    await preview.getByRole('option', { name: 'Sample values' }).click();
    await preview.getByText('Hi Maria, welcome').waitFor();
    await page.getByRole('button', { name: 'Create email template' }).click();
    await page.getByRole('heading', { name: 'Welcome', level: 2 }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Interview pending' }).isChecked()).toBe(true);
    const { body: templates } = await client.call('listEmailTemplates');
    expect(templates.find((one) => one.name === 'Welcome')?.statuses).toEqual(['INTERVIEW PENDING']);
    await page.getByRole('button', { name: 'Send a test email to me' }).click();
    await dialog.getByText(TEXTS.emailTemplates.testSent(ADMIN)).waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from(SAMPLE_FILES.pdf) });
    await page.getByRole('button', { name: 'Remove guide.pdf' }).waitFor();
    await page.getByText('1 change not live: Attachments').waitFor();
    await preview.getByText('guide.pdf').waitFor();
    await page.getByText('Save the template, then send').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Attachments from nothing to guide.pdf').waitFor();
    await expectNoSidewaysScrollAtBothWidths(page);
    await expectAccessible(jun, 'email-template', { hasScriptlessFrame: true });

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Email templates', level: 2 }).waitFor();
    await page.getByRole('link', { name: 'Welcome', exact: true }).waitFor({ state: 'detached' });
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });

  test('says to a person who loses their role that the draft is kept, and shows no further error beside a deletion', async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { body: template } = await owner.call('createEmailTemplate', {
      body: { name: 'Two drafts', subject: 'Hello', body: 'Hello {{firstName}}' },
    });
    const { body: members } = await owner.call('listUsers');
    const tala = members.find(({ email }) => email === 'tala@bagwis.example');
    const setRole = (role: 'Admin' | 'Viewer') =>
      owner.call('changeRoleInOrganization', {
        body: { orgId: template.organizationId, userId: tala?._id ?? '', role },
      });
    const { page, complaints, context } = await portal.visitAs('tala@bagwis.example', DEMO_PASSWORD);
    await page.goto(`/admin/config/emails/${template._id}`);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Typed as an Admin');
    await page.getByText('1 change not live: Subject').waitFor();
    await setRole('Viewer');
    await page.getByText('Only Owners and Admins can change email templates.').waitFor();
    await page.getByText('Your draft is saved on this device.').waitFor();
    await setRole('Admin');
    await page.getByText('1 change not live: Subject').waitFor();
    expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Typed as an Admin');

    await owner.call('deleteEmailTemplate', { params: { id: template._id } });
    await page.getByText('Someone has deleted this').waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Typed after the deletion');
    await page.getByRole('region', { name: 'Test email' }).waitFor({ state: 'detached' });
    expect(await page.getByText(TEXTS.access.notFound, { exact: true }).count()).toBe(0);
    complaints.length = 0;
    await context.close();
  });

  test('says why an automatic email keeps its name, and shows a Viewer the texts without buttons', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    const { name, sentWhen, action } = BUILT_IN_TEMPLATES.passwordReset;
    await page.goto('/admin/config/emails');
    await page.getByRole('link', { name: `Edit ${name}` }).click();
    await page
      .getByText(`${sentWhen} The portal sends this email automatically, so you cannot rename or delete`)
      .waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.locator('iframe').contentFrame().getByRole('link', { name: action.label }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('No changes yet.').waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your new password');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(jun.complaints).toEqual([]);

    await signIn(jun, portal.url, VIEWER, DEMO_PASSWORD);
    await page.goto('/admin/config/emails');
    await page.getByRole('link', { name: `View ${name}` }).click();
    await page.getByText('Only Owners and Admins can change email templates.').waitFor();
    await page.getByText('Your new password').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectAccessible(jun, 'email-template-read');
    await jun.context.close();
  });
});
