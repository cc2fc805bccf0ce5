import { expect, test } from 'vitest';
import { DEMO_PASSWORD, SCHOOL } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { pngOf } from '../support/picture.ts';
import { expectAccessibleAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';
const APPLICANT = 'ada@applicant.example';

const pictureOf = (width: number, height: number) => ({
  name: `${width}x${height}.png`,
  mimeType: 'image/png',
  buffer: pngOf(width, height),
});

describePortal('the editor of the organization', (portal) => {
  test('leads an Owner from the checklist to the fields, checks addresses and pictures, and keeps secrets out of drafts', async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const { body: organization } = await owner.call('organizationForCurrentDomain');
    await owner.call('changeOrganization', { params: { id: organization?._id ?? '' }, body: { contactText: null } });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config?tab=organization');
    await page.getByRole('heading', { name: 'Organization', level: 2 }).waitFor();
    const checklist = page.getByRole('region', { name: 'Before your first application' });
    await checklist.getByRole('link', { name: 'Applicants cannot see how to contact you.' }).click();
    const contact = page.getByLabel('How to contact you');
    expect(await contact.evaluate((field) => field.matches(':focus'))).toBe(true);
    await contact.fill('Write to **hello@bagwis.example**.');
    await page.getByLabel('About the contract').fill('Sign both pages.');

    await page.getByText(/^It is now .* in this time zone\.$/).waitFor();
    await page.getByLabel('Slug').fill('admin');
    await page.getByText(TEXTS.organizations.nameReserved('admin')).waitFor();
    await page.getByText(`Links with “${SCHOOL.slug}” stop working when you save.`).waitFor();
    await page.getByLabel('Slug').fill('bagwis-evening');
    await page.getByText(/^Available: .*\/apply\/bagwis-evening$/).waitFor();
    await page.getByLabel('Slug').fill(SCHOOL.slug);
    await page.getByLabel('Own domain').fill('Apply.Bagwis.example');
    await page.getByLabel('Accent color', { exact: true }).fill('#ffee00');
    await page.getByText(/^Light theme: contrast [5-9]\.\d with #\w{6} \(1\.\d with your color\)$/).waitFor();

    const logo = page.getByLabel('Logo', { exact: true });
    await logo.setInputFiles(pictureOf(400, 100));
    await page.getByText('This picture is 400 × 100 px. Choose a square one.').waitFor();
    await logo.setInputFiles(pictureOf(128, 128));
    await page.getByText('128x128.png').first().waitFor();
    await page.getByLabel('Days in NEW').fill('0');
    await page.getByLabel('SendGrid key').fill('SG.top-secret-4711');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(TEXTS.organizations.statusLimitInvalid(365)).first().waitFor();
    await page.getByLabel('Days in NEW').fill('5');
    await expectAccessibleAtBothWidths(mia, 'organization');
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).toContain('Sign both pages.');
    expect(kept).not.toContain('top-secret');

    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.getByText('Set: ••••4711').waitFor();
    expect(await page.getByLabel('Own domain').inputValue(), 'as the server has it').toBe('apply.bagwis.example');
    await checklist.getByText('apply.bagwis.example does not work until its DNS record is found.').waitFor();
    expect(await checklist.getByText('how to contact you').count()).toBe(0);
    await page.getByText('Time limits from NEW 7 days').waitFor();

    const domain = page.getByRole('region', { name: 'Your domain' });
    await domain.getByText('_intake.apply.bagwis.example').first().waitFor();
    await domain.getByRole('button', { name: 'Check now' }).click();
    await domain.getByRole('alert').waitFor();
    const connections = page.getByRole('region', { name: 'Test the connections' });
    await connections.getByRole('button', { name: 'Test the Calendly token' }).click();
    await connections.getByText(TEXTS.scheduling.tokenMissing).waitFor();
    await expectAccessibleAtBothWidths(mia, 'organization-domain');

    await page.getByRole('button', { name: 'Replace or remove: SendGrid key' }).click();
    await page.getByText('1 change not live: SendGrid key').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await connections.getByRole('button', { name: 'Send a test email to me' }).click();
    await connections.getByRole('status').getByText(OWNER).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('shows applicants what the school wrote, an Admin no keys, and a Viewer everything else without buttons', async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const id = (await owner.call('organizationForCurrentDomain')).body?._id ?? '';
    await owner.call('changeOrganization', {
      params: { id },
      body: {
        contactText: 'Write to **hello@bagwis.example**.',
        contractText: 'Sign both pages.',
        statusLimits: [{ status: 'NEW', days: 5 }],
      },
    });
    const ada = await portal.visitAs(APPLICANT, DEMO_PASSWORD);
    await ada.page.goto('/enroll');
    const contact = ada.page.getByRole('region', { name: 'Contact us' });
    await contact.getByText('hello@bagwis.example').waitFor();
    expect(await contact.locator('strong').textContent()).toBe('hello@bagwis.example');
    await ada.context.close();

    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await jun.page.goto('/admin/config/organization');
    await jun.page.getByLabel('Sender address').waitFor();
    expect(await jun.page.getByLabel('SendGrid key').count()).toBe(0);
    await jun.context.close();

    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    await noel.page.goto('/admin/config/organization');
    await noel.page.getByText('You can read these settings.').waitFor();
    await noel.page.getByText('Sign both pages.').waitFor();
    await noel.page.getByText('NEW 5 days').waitFor();
    const missing = noel.page.getByRole('region', { name: 'Before your first application' });
    await missing.getByText('There is no sender address').waitFor();
    expect(await missing.getByRole('link').count(), 'a Viewer cannot supply what is missing').toBe(0);
    expect(await noel.page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectAccessibleAtBothWidths(noel, 'organization-read');
    expect(noel.complaints).toEqual([]);
    await noel.context.close();
  });
});
