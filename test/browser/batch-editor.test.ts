import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { pngOf } from '../support/picture.ts';
import { expectAccessible, expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortal('the editor of batches', (portal) => {
  const clientOf = async (email: string) => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    return client;
  };

  test('lets an Owner create, open, embed and restore a batch, then duplicate it for the next cohort', async () => {
    const client = await clientOf(OWNER);
    const [assessment, second] = (await client.call('listAssessments')).body;
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config?tab=batches');
    await page.getByRole('link', { name: 'New Batch' }).click();
    await page.getByRole('heading', { name: 'New batch', level: 2 }).waitFor();

    const name = `Evening course ${randomUUID().slice(0, 8)}`;
    const slug = `evening-${randomUUID().slice(0, 8)}`;
    const seen = page.getByRole('region', { name: 'What applicants see' });
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Description').fill('Learn **at night**.');
    await page.getByLabel('Additional details').fill('Bring a laptop.');
    await page.getByLabel('Slug').fill('Bad!');
    await page.getByRole('button', { name: 'Create batch' }).click();
    await page.getByText(TEXTS.batches.slugInvalid).first().waitFor();
    await page.getByLabel('Slug').fill(slug);
    await page.getByText(`/${slug}`, { exact: false }).first().waitFor();
    await page.getByText('Hidden. Only staff see it.').waitFor();
    await page.getByLabel('Status').selectOption('Open');
    await page.getByText('Applicants can apply.').waitFor();
    await page.getByLabel('Capacity').fill('1,2');
    await page.getByLabel('Capacity').fill('12');
    await seen.getByText('12 of 12 places left').first().waitFor();
    await seen.getByText('at night').first().waitFor();
    await seen.getByText('Bring a laptop.').waitFor();
    await page.getByRole('button', { name: 'Create batch' }).click();
    const question = page.getByRole('dialog');
    await question.getByText(`Open “${name}” now?`).getByText('No process is chosen', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Process').selectOption({ index: 1 });
    for (const one of [assessment, second])
      await page.getByRole('combobox', { name: 'Assessments' }).selectOption({ label: one?.name ?? '' });
    await page.getByRole('button', { name: `Move ${second?.name} up` }).click();
    await page.getByText(`${second?.name}, 1 of 2`).waitFor({ state: 'attached' });
    await page.getByLabel('Icon').setInputFiles({
      name: 'icon.png',
      mimeType: 'image/png',
      buffer: pngOf(96, 96),
    });
    await seen.locator('img').waitFor();
    await page.getByRole('switch').check();
    await page.getByText('Other sites may embed it').waitFor();
    const preview = await seen.getByText('12 of 12 places left').first().boundingBox();
    expect(preview?.y, 'the preview is in view at the end of the form').toBeGreaterThan(0);
    await expectAccessible(mia, 'batch-new');
    await page.getByRole('button', { name: 'Create batch' }).click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();

    const saved = (await client.call('listBatches')).body.find((batch) => batch.slug === slug);
    expect(saved).toMatchObject({
      ...{ status: 'Open', capacity: 12, enableEmbedding: true, assessmentIds: [second?._id, assessment?._id] },
      ...{ description: 'Learn **at night**.', privateDetails: 'Bring a laptop.' },
      iconFile: { fileName: 'icon.png' },
    });
    const snippet = await page.getByLabel('Snippet').inputValue();
    expect(snippet).toContain(`/embed.html?batchId=${saved?._id}`);
    await page.frameLocator('iframe[title*="as other sites show it"]').getByRole('heading', { name }).waitFor();

    await page.getByLabel('Name').fill(`${name}, late`);
    await page.getByLabel('Status').selectOption('Closed');
    await seen.getByText(TEXTS.enroll.notAccepting).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Status from Open to Closed').waitFor();
    await page
      .getByRole('button', { name: /^Restore the version of / })
      .last()
      .click();
    await page.getByText('2 changes not live: Name, Status').waitFor();
    await expectAccessibleAtBothWidths(mia, 'batch-restored');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: `Duplicate ${name}` }).waitFor();
    await page.getByLabel('Name').fill(`${name} 2`);
    await page.getByLabel('Slug').fill(slug);
    await page.getByRole('button', { name: 'Create batch' }).click();
    await page.getByText(TEXTS.batches.saveFailed(TEXTS.batches.slugTaken)).waitFor();
    await page.getByLabel('Slug').fill(`${slug}-2`);
    await expectAccessible(mia, 'batch-duplicate');
    // What was sent is saved.
    const loseAnswerTo = (method: 'POST' | 'PUT') =>
      page.route('**/api/batches**', async (route) => {
        if (route.request().method() !== method) return route.continue();
        await route.fetch();
        await route.abort();
        await page.unroute('**/api/batches**');
      });
    await loseAnswerTo('POST');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('the server cannot be reached', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: `${name} 2`, level: 2 }).waitFor();
    const copies = (await client.call('listBatches')).body.filter((batch) => batch.name === `${name} 2`);
    expect(copies, 'a retry creates no second batch').toHaveLength(1);
    const [copy] = copies;
    expect(copy).toMatchObject({
      ...{ status: 'Draft', capacity: 12, processId: saved?.processId, enableEmbedding: true, name: `${name} 2` },
      ...{ description: saved?.description, privateDetails: saved?.privateDetails },
      ...{ assessmentIds: saved?.assessmentIds, iconFile: { fileName: 'icon.png' } },
    });
    const checklist = page.getByRole('region', { name: 'Before it opens' });
    await checklist.getByText('Nothing is missing.').waitFor();
    await page.getByLabel('Description').fill('');
    await loseAnswerTo('PUT');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    // What arrived is no failure.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await checklist.getByRole('link', { name: 'There is no description.' }).click();
    await expect.poll(() => page.getByLabel('Description').evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByLabel('Status').selectOption('Open');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await question.getByText('There is no description. (optional)').waitFor();
    await expectAccessible(mia, 'batch-opening');
    await question.getByRole('button', { name: 'Open now' }).click();
    await page.getByRole('region', { name: 'Still missing' }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('lists batches by status with short descriptions, and completed ones when asked for', async () => {
    const client = await clientOf(OWNER);
    const name = `Done ${randomUUID().slice(0, 8)}`;
    const description = `${'word '.repeat(60)}end`;
    await client.call('createBatch', { body: { name, status: 'Complete', description } });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/config/batches');
    const items = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'View' }) });
    await items.first().waitFor();
    const done = items.filter({ hasText: name });
    expect(await done.count()).toBe(0);
    await page.getByLabel('Show completed').click();
    await done.getByText(`${description.slice(0, 199)}…`).waitFor();
    const statuses = await items.locator('strong').allTextContents();
    const order = ['Draft', 'Open', 'Closed', 'Complete'];
    expect(statuses).toEqual(statuses.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    await expectAccessibleAtBothWidths(mia, 'batches');
    await page.reload();
    await done.getByRole('link', { name: `Edit ${name}` }).click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByRole('link', { name: 'All batches' }).click();
    await page.getByRole('heading', { name: 'Batches', level: 2 }).waitFor();
    await page
      .getByRole('link', { name: /^View / })
      .first()
      .click();
    await page.getByRole('article').waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('shows Viewers everything without buttons', async () => {
    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    const { page } = noel;
    await page.goto('/admin/config/batches');
    await page
      .getByRole('link', { name: /^Details of / })
      .first()
      .click();
    await page.getByText('Only Owners and Admins can change batches.').waitFor();
    await page.getByRole('region', { name: 'What applicants see' }).waitFor();
    for (const gone of ['Save changes', 'Duplicate', 'Restore']) {
      expect(await page.getByRole('main').getByText(gone).count(), gone).toBe(0);
    }
    await expectAccessibleAtBothWidths(noel, 'batch-viewer');
    await page.goto('/admin/config/batches/new');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await noel.context.close();
  });
});
