import { beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../api/contract/batches.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { pngOf } from '../support/picture.ts';
import { expectAccessibleAtBothWidths, PHONE, takePicture } from './browser.ts';
import { describePortal } from './portal.ts';

const NAME = 'Full-stack with a picture';
const PASSWORD = 'nanoseconds-of-wire';

describePortal('a program’s own page', (portal) => {
  const batch = { open: '', closed: '', applied: '' };

  beforeAll(async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const made = async (status: 'Open' | 'Closed') => {
      const { body } = await owner.call('createBatch', {
        body: {
          name: NAME,
          description: '# What you learn\n\nSoftware, in **twelve weeks**.',
          privateDetails: 'The door code is on the wall.',
          status,
        },
      });
      return body._id;
    };
    batch.open = await made('Open');
    batch.closed = await made('Closed');
    const { body: bannerFile } = await owner.call('upload', {
      body: {
        targetType: 'batch',
        targetId: batch.open,
        uploadType: 'bannerFile',
        file: new File([pngOf(1200, 400)], 'banner.png'),
      },
    });
    await owner.call('changeBatch', { params: { id: batch.open }, body: { bannerFile } });
    const applicant = createClient(portal.url);
    await applicant.call('signup', { body: { email: 'grace.reads@navy.example', password: PASSWORD } });
    const ada = createClient(portal.url);
    await ada.call('login', { body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD } });
    const { body: applications } = await ada.call('listApplications', { query: { filter: 'mine' } });
    batch.applied = applications[0]?._id ?? '';
  });

  test('shows its picture and description, and who may read the details', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto(`/batch/${batch.open}`);
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await page.getByText('To see additional details, please sign in.').waitFor();
    await page.getByText(/^20 of 20 places left · open since \w+, \d+ \w+ \d{4}$/).waitFor();
    expect(await page.getByText('door code').count()).toBe(0);
    const picture = page.getByRole('main').locator('img');
    await expect.poll(() => picture.evaluate('document.querySelector("main img").naturalWidth')).toBe(1200);
    await expect.poll(() => page.title()).toBe(`${NAME} · Bagwis Code Academy`);
    await expectAccessibleAtBothWidths(visitor, 'batch');

    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill('grace.reads@navy.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Additional Details' }).waitFor();
    await page.getByText('The door code is on the wall.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/batch/${batch.open}`);
    await expectAccessibleAtBothWidths(visitor, 'batch-signed-in');
    await page.getByRole('link', { name: 'Apply' }).click();
    await page.getByRole('region', { name: `Application for ${NAME}` }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('of the demo school has a picture, a video, a schedule and the words of a former student', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    const { page, context } = visitor;
    await context.route('https://player.vimeo.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Vimeo</title><p>A film' }),
    );
    await page.goto('/enroll');
    await page.getByRole('heading', { name: 'Full-Stack, day' }).waitFor();
    const icons = page.getByRole('main').locator('li img');
    expect(await icons.count(), 'one for each open program of the demo').toBe(3);
    await expect
      .poll(() => page.evaluate("[...document.querySelectorAll('main li img')].every((icon) => icon.naturalWidth > 0)"))
      .toBe(true);
    const batches = await context.request.get(`${portal.url}/api/batches`);
    const demo = ((await batches.json()) as readonly Batch[]).find(({ name }) => name === 'Full-Stack, day');
    await page.goto(`/batch/${demo?._id}`);
    await page.getByRole('row', { name: '13:00 Pair programming on your project' }).waitFor();
    await page.getByRole('blockquote').getByText('Liza').waitFor();
    await expect.poll(() => page.evaluate('document.querySelector("main img").naturalWidth')).toBeGreaterThan(0);
    await expectAccessibleAtBothWidths(visitor, 'batch-of-the-demo');
    await page.getByRole('button', { name: 'Show the video' }).click();
    await page.frameLocator('iframe[title="Vimeo: Full-Stack, day"]').getByText('A film').waitFor();
    expect(visitor.complaints).toEqual([]);
    await context.close();
  });

  test('shows a video whose link is not listed with its hash', async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { body: made } = await owner.call('createBatch', {
      body: {
        name: 'With a film',
        description: 'See us:\n\nhttps://vimeo.com/123456/abcdef1234\n\nBye.',
        status: 'Open',
      },
    });
    const { page, context } = await portal.visit({ viewport: PHONE });
    const asked: string[] = [];
    await context.route('https://player.vimeo.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Vimeo</title><p>A film' });
    });
    await page.goto(`/batch/${made._id}`);
    await page.getByRole('button', { name: 'Show the video' }).click();
    await page.frameLocator('iframe').getByText('A film').waitFor();
    await page.getByText('Bye.').waitFor();
    expect(asked).toEqual(['https://player.vimeo.com/video/123456?h=abcdef1234&dnt=1']);
    await context.close();
  });

  test('takes no applications once it is closed, but links applicants to their application', async () => {
    const stranger = await portal.visit({ viewport: PHONE });
    await stranger.page.goto(`/batch/${batch.closed}`);
    await stranger.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const logIn = stranger.page.getByRole('main').getByRole('link', { name: 'Log in' });
    expect(await logIn.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(`/batch/${batch.closed}`)}`);
    await stranger.context.close();

    const ada = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, {
      viewport: PHONE,
      colorScheme: 'dark',
    });
    await ada.page.goto(`/application/${batch.applied}`);
    await ada.page.getByRole('link', { name: 'About this program' }).click();
    await ada.page.getByRole('link', { name: TEXTS.enroll.viewMyApplication }).click();
    await ada.page.waitForURL('**/application/*');
    await ada.page.getByRole('heading', { name: 'Your details' }).waitFor();
    await ada.page.getByRole('heading', { name: 'What you sent' }).waitFor();
    await ada.page.locator('dt', { hasText: 'Why do you want to become a developer?' }).waitFor();

    const closed = ada.page.locator('[aria-controls^="step-"][aria-expanded="false"]');
    const count = await closed.count();
    expect(count).toBeGreaterThan(0);
    await ada.page.emulateMedia({ media: 'print' });
    await expect.poll(() => ada.page.locator('[id^="step-"][id$="-body"][hidden]').count()).toBe(0);
    expect(await ada.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    expect(await ada.page.getByRole('banner').isVisible()).toBe(false);
    expect(await ada.page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).isVisible()).toBe(false);
    await takePicture(ada.page, 'application-print', { fullPage: true });
    await ada.page.emulateMedia({ media: 'screen' });
    await expect.poll(() => closed.count()).toBe(count);
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
