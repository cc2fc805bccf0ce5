import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import {
  clickUntilGone,
  expectAccessible,
  expectNoSidewaysScrollAtBothWidths,
  logIn,
  PHONE,
  signIn,
} from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortal('the editor of payment models', (portal) => {
  const clientOf = async (email: string) => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    return client;
  };

  test('lets an Owner create a model after a refusal, change it, restore a version and delete it', async () => {
    const client = await clientOf(OWNER);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/config?tab=nonsense');
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    const first = page.getByRole('navigation', { name: 'Config' }).getByRole('listitem').first().getByRole('link');
    expect(new URL(page.url()).pathname).toBe(await first.getAttribute('href'));
    await page.goto('/admin/config?tab=paymentModels');
    await page.getByRole('heading', { name: 'Payment models', level: 2 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/config/paymentModels');
    await expectAccessible(mia, 'payment-models');
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.getByRole('link', { name: 'New payment model' }).click();
    await page.getByRole('heading', { name: 'New payment model' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create payment model' }).isDisabled()).toBe(true);
    const name = `Evening plan ${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Monthly cost').fill('a lot');
    await page.getByLabel('Number of months').fill('3');
    await page.getByText('Enter a currency and valid numbers').waitFor();
    await page.getByRole('button', { name: 'Create payment model' }).click();
    await page.getByText(TEXTS.paymentModels.saveFailed(TEXTS.paymentModels.numbersInvalid)).waitFor();
    await expectAccessible(mia, 'payment-model-refused');
    await page.getByLabel('Monthly cost').fill('1,000.50');
    expect(await page.getByLabel('Monthly cost').getAttribute('inputmode')).toBe('decimal');
    const card = page.getByRole('region', { name: 'What applicants see' });
    await card.getByText('PHP 3,001.50').first().waitFor();
    await clickUntilGone(page.getByRole('button', { name: 'Try again' }));
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByText('created it').waitFor();
    const created = (await client.call('listPaymentModels')).body.filter((model) => model.name === name);
    expect(created, 'many clicks create one').toHaveLength(1);
    await page.getByText('No process offers this payment model').waitFor();

    await page.getByLabel('Upfront cost').fill('500.00');
    await page.getByText('1 change not live: Upfront cost').waitFor();
    await page.getByText('What saving changes').click();
    await page.getByText('Upfront cost from 0 to 500.00').waitFor();
    const schedule = page.getByRole('region', { name: 'Payment schedule' });
    await schedule.getByLabel('If the contract arrives on').fill('2027-01-31');
    await schedule.getByRole('row', { name: /1 Apr.*2027.*PHP 3,501.50/ }).waitFor();
    await expectAccessible(mia, 'payment-model-changed');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('Upfront cost').inputValue(), 'as the server has it').toBe('500');
    await page.getByText('Upfront cost from 0 to 500').waitFor();

    await page.getByRole('button', { name: /^Restore the version of / }).click();
    await page.getByText('1 change not live: Upfront cost').waitFor();
    expect(await page.getByLabel('Upfront cost').inputValue()).toBe('0');
    await page.getByLabel('Details').fill('Typed since');
    const restore = page.getByRole('button', { name: /^Restore the version of / });
    await restore.click();
    await page.getByText('This version has replaced the values in the form.').waitFor();
    await expect.poll(() => page.getByLabel('Details').inputValue()).toBe('');
    await page.getByLabel('Currency').fill('USD');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await page.getByLabel('Details').inputValue()).toBe('Typed since');
    expect(await page.getByLabel('Currency').inputValue(), 'typed after the restoring').toBe('USD');
    await page.getByLabel('Currency').fill('PHP');
    await restore.click();
    await expect.poll(() => page.getByLabel('Details').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Upfront cost from 500 to 0').waitFor();
    await page.getByText('Compare two versions').click();
    await page
      .getByRole('list', { name: /^Differences/ })
      .getByText('Upfront cost from 500 to 0')
      .waitFor();
    await page.getByLabel('Version', { exact: true }).selectOption({ index: 2 });
    await page.getByText('These versions are identical.').waitFor();
    await expectAccessible(mia, 'payment-model-compared');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Payment models', level: 2 }).waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('names the processes that offer a model with their programs, and offers no deletion meanwhile', async () => {
    const client = await clientOf(OWNER);
    const { body: models } = await client.call('listPaymentModels');
    const { body: processes } = await client.call('listProcesses');
    const process = processes.find(({ json }) => models.some(({ _id }) => json.includes(_id)));
    const offered = models.find(({ _id }) => process?.json.includes(_id));
    const program = (await client.call('listBatches')).body.find(({ processId }) => processId === process?._id);
    const label = String(JSON.parse(process?.json ?? '{}').label);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/paymentModels');
    await page.getByText(`Offered in ${label}`).first().waitFor();
    await page.getByRole('link', { name: `Edit ${offered?.name}` }).click();
    const offers = page.getByRole('region', { name: 'Where it is offered' });
    await offers.getByText('first remove it from these processes').waitFor();
    await expectAccessible(mia, 'payment-model-offered');
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await offers
      .getByRole('link', { name: program?.name ?? '', exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: program?.name ?? '', level: 1 }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('keeps a draft after leaving, reloading and logging out, and asks before leaving', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/paymentModels');
    await page.getByRole('link', { name: 'New payment model' }).click();
    await page.getByLabel('Name').fill('Half-typed');
    for (const leave of [
      () => page.getByRole('link', { name: 'All payment models' }).click(),
      // The Back button of a browser or a phone.
      () => page.goBack(),
    ]) {
      await leave();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');
    }
    await page.getByRole('link', { name: 'All payment models' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'New payment model' }).click();
    await page.getByText('1 change not live: Name').waitFor();
    await page.reload();
    await page.getByText('1 change not live: Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await logIn(page, OWNER, DEMO_PASSWORD);
    await page.goto('/admin/config/paymentModels/new');
    await page.getByText('1 change not live: Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing entered yet').waitFor();

    await page.getByLabel('Name').fill('Kept on this device');
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new Error('The storage is full');
      };
    });
    await page.getByLabel('Name').fill('Kept nowhere');
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const closing = await asked;
    expect(closing.type(), 'closing the tab asks when the draft is not kept').toBe('beforeunload');
    await closing.dismiss();
    expect(await page.getByLabel('Name').inputValue()).toBe('Kept nowhere');
    await page.getByRole('link', { name: 'All payment models' }).click();
    await page.getByRole('dialog').getByText('Leave this page and lose them?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'New payment model' }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('names fields that another person has saved meanwhile, also for a draft older than the page', async () => {
    const client = await clientOf(OWNER);
    const { body: created } = await client.call('createPaymentModel', {
      body: { name: 'Shared', upfrontCost: 100, currency: 'PHP' },
    });
    const params = { id: created._id };
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto(`/admin/config/paymentModels/${created._id}`);
    await page.getByLabel('Upfront cost').fill('150');
    await page.getByLabel('Details').fill('Pay at once.');
    await page.getByText('2 changes not live: Details, Upfront cost').waitFor();
    await page.goto('about:blank');
    await client.call('changePaymentModel', { params, body: { upfrontCost: 120, name: 'Shared plan' } });
    await page.goto(`/admin/config/paymentModels/${created._id}`);
    await page.getByRole('heading', { name: 'Shared plan', level: 2 }).waitFor();
    await client.call('changePaymentModel', { params, body: { monthlyCost: 7 } });
    await expect.poll(() => page.getByLabel('Monthly cost').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: TEXTS.documents.changedMeanwhile('this') });
    await conflict.getByText('120', { exact: true }).waitFor();
    await expect.poll(() => conflict.evaluate((shown) => shown.getBoundingClientRect().top >= 0)).toBe(true);
    await expectAccessible(mia, 'payment-model-conflict');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: /Save changes|Try again/ }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { body: saved } = await client.call('getPaymentModel', { params });
    expect(saved).toMatchObject({ name: 'Shared plan', upfrontCost: 150, details: 'Pay at once.' });
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('loses no character when a save fails, a session ends or others save and delete meanwhile', async () => {
    const client = await clientOf(OWNER);
    const { body: created } = await client.call('createPaymentModel', {
      body: { name: 'Contested', upfrontCost: 100, currency: 'PHP' },
    });
    const params = { id: created._id };
    const address = `/admin/config/paymentModels/${created._id}`;
    const change = (body: { details?: string; monthlyCost?: number }) =>
      client.call('changePaymentModel', { params, body });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    const state = page.getByRole('region', { name: 'Changes' }).getByRole('status');
    const save = page.getByRole('button', { name: /Save changes|Try again/ });
    const conflict = page.getByRole('alert').filter({ hasText: TEXTS.documents.changedMeanwhile('this') });
    await page.goto(address);
    await state.getByText('Saved', { exact: true }).waitFor();

    await page.getByLabel('Name').fill('Contested ');
    await page.getByLabel('Upfront cost').fill('100.00');
    await state.getByText('Saved', { exact: true }).waitFor();
    expect(await save.isDisabled(), 'nothing would change').toBe(true);

    const errors = [{ field: 'name', message: 'Choose another name.' }];
    for (const { status, json, todo } of [
      { status: 403, json: { message: TEXTS.access.notAllowed }, todo: 'Ask an Owner for access' },
      { status: 422, json: { message: 'Choose another name.', errors }, todo: 'Correct it, then try again' },
      { status: 503, json: { message: TEXTS.requests.busy }, todo: 'Try again in a moment' },
    ]) {
      await page.route('**/api/paymentModels/*', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.continue(),
      );
      await page.getByLabel('Name').fill(`Contested plan ${status}`);
      await save.click();
      await page.getByText(TEXTS.paymentModels.saveFailed(json.message)).waitFor();
      await page.getByText(todo).waitFor();
      await state.getByText('Not saved, try again: 1 change (Name)').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe(`Contested plan ${status}`);
      await page.unroute('**/api/paymentModels/*');
    }
    await page.reload();
    await state.getByText('1 change not live: Name').waitFor();

    // While this save is on its way, another person changes a field in which Mia types.
    const released = Promise.withResolvers<void>();
    await page.route('**/api/paymentModels/*', async (route) => {
      if (route.request().method() === 'PUT') await released.promise;
      await route.continue();
    });
    await save.click();
    await state.getByText('Saving…').waitFor();
    await page.getByLabel('Details').fill('What Mia typed');
    await change({ details: 'What Jun saved' });
    released.resolve();
    await conflict.getByText('What Jun saved').waitFor();
    await state.getByText('1 change not live: Details').waitFor();
    await page.unroute('**/api/paymentModels/*');

    // A reload does not settle the conflict.
    await page.reload();
    await state.getByText('1 change not live: Details').waitFor();
    await save.click();
    await conflict.getByText('What Jun saved').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await change({ monthlyCost: 7 });
    await expect.poll(() => page.getByLabel('Monthly cost').inputValue()).toBe('7');
    await save.click();
    await state.getByText('Saved', { exact: true }).waitFor();

    await page.getByLabel('Details').fill('Typed before the session ended');
    const { body: sessions } = await client.call('listSessions');
    await Promise.all(
      sessions.flatMap(({ _id, isCurrent }) => (isCurrent ? [] : client.call('endSession', { params: { id: _id } }))),
    );
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    await state.getByText('1 change not live: Details').waitFor();

    await client.call('deletePaymentModel', { params });
    await page.getByText('Someone has deleted this').waitFor();
    expect(await page.getByLabel('Details').inputValue()).toBe('Typed before the session ended');
    expect(await save.isDisabled()).toBe(true);
    await expectAccessible(mia, 'payment-model-deleted');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('shows an Admin the models read-only, and refuses a Viewer', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await jun.page.goto('/');
    await jun.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Config' }).click();
    await jun.page.getByRole('link', { name: 'Payment models' }).click();
    await jun.page.getByRole('heading', { name: 'Payment models', level: 2 }).waitFor();
    await jun.page
      .getByRole('link', { name: /^View / })
      .first()
      .click();
    await jun.page.getByText('Only an Owner can change payment models.').waitFor();
    await jun.page.getByRole('region', { name: 'What applicants see' }).waitFor();
    await jun.page.getByText('created it').waitFor();
    const buttons = jun.page.getByRole('main').getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['As of a past date']);
    await expectAccessible(jun, 'payment-model-read');

    await signIn(jun, portal.url, VIEWER, DEMO_PASSWORD);
    await jun.page.goto('/admin/config/paymentModels');
    await jun.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await jun.page.getByRole('link', { name: 'Payment models' }).count()).toBe(0);
    await jun.context.close();
  });
});
