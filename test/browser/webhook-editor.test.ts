import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectAccessible, expectAccessibleAtBothWidths, signIn } from './browser.ts';
import { describePortalWith } from './portal.ts';

const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortalWith({ WEBHOOK_ALLOW_PRIVATE: '1' }, 'the editor of webhooks', (portal) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  test('lets an Admin create a webhook, test it, rotate its secret, change it and delete it', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await page.goto('/admin/config?tab=webhooks');
    await page.getByText('There are no webhooks yet').waitFor();
    await expectAccessible(jun, 'webhooks-empty');
    await page.getByRole('link', { name: 'New webhook' }).click();
    await page.getByText(TEXTS.webhooks.information).waitFor();
    await page.getByText(TEXTS.webhooks.saveFirst).waitFor();
    expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'An applicant schedules an interview.' }).isChecked()).toBe(true);

    await page.getByLabel('Name').fill('Admissions chat');
    await page.getByLabel('Target URL').fill('chat.example');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(TEXTS.webhooks.targetInvalid).waitFor();
    await page.getByLabel('Target URL').fill(receiver.url);
    await page.getByRole('checkbox', { name: 'The status of an application changes.' }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Admissions chat', level: 2 }).waitFor();
    const secret = page.getByRole('region', { name: 'Secret' });
    await secret.getByText('Copy the secret now').waitFor();
    const first = await secret.locator('code').innerText();
    expect(first).toMatch(/^whsec_/);
    await page.getByText(TEXTS.webhooks.information).waitFor({ state: 'detached' });
    const example = page.getByText(TEXTS.webhooks.chatExample('content'));
    expect(await example.count()).toBe(0);
    await expectAccessibleAtBothWidths(jun, 'webhook');

    receiver.answerWith(404, 'No such channel');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await dialog.getByText(TEXTS.webhooks.testDone('No such channel')).waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.getByText('The target answered with status 404.').waitFor();
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'webhook.test' });

    await page.getByLabel('Format').selectOption({ label: 'A message for a chat service' });
    await page.getByText('1 change not live: Format').waitFor();
    await example.waitFor();
    await page.getByText(TEXTS.webhooks.saveFirst).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Format from The whole event, for another system to A message for a chat service').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ content: expect.any(String) });

    await secret.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await secret.getByText(first).waitFor({ state: 'detached' });
    const second = await secret.locator('code').innerText();
    expect(second).toMatch(/^whsec_/);
    await page.reload();
    await secret.getByText(`••••${second.slice(-4)}`).waitFor();
    const end = secret.getByRole('button', { name: 'End the old secret now' });
    await end.click();
    await dialog.getByRole('button', { name: 'End it now' }).click();
    await end.waitFor({ state: 'detached' });

    await page.getByLabel('Format').selectOption({ label: 'The whole event, for another system' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByText('Healthy').waitFor();
    await deliveries.getByText('No messages yet').waitFor();
    const count = receiver.received.length;
    receiver.answerWith(500, 'Out of order');
    const officer = createClient(portal.url);
    await officer.call('login', { body: { email: ADMIN, password: DEMO_PASSWORD } });
    const { body: all } = await officer.call('listApplications');
    const params = { id: all.find(({ status }) => status === 'NEW')?._id ?? '' };
    const changed = await officer.call('changeApplication', { params, body: { status: 'INTERVIEW PENDING' } });
    expect(changed.status).toBe(200);
    const message = deliveries.getByRole('group').filter({ hasText: 'StatusChanged' });
    await message.getByText('Waiting for the next attempt (500)').waitFor();
    await message.getByText('Happened: ').waitFor();
    expect(receiver.received.length).toBeGreaterThan(count);
    const row = message.locator('summary');
    const styleOf = (element: Locator, name: 'outlineStyle' | 'transform') =>
      element.evaluate((one, property) => one.ownerDocument.defaultView?.getComputedStyle(one)[property], name);
    expect(await styleOf(row.locator('svg'), 'transform')).toBe('none');
    await row.press('Enter');
    expect(await styleOf(row, 'outlineStyle')).toBe('solid');
    await expect.poll(() => styleOf(row.locator('svg'), 'transform')).toBe('matrix(0, 1, -1, 0, 0, 0)');
    await message.getByText('Out of order').first().waitFor();
    await message.getByText('The error is on its side.').first().waitFor();
    await message.getByText('"to": "INTERVIEW PENDING"').waitFor();
    await deliveries.getByText('Failing since').waitFor();
    await expectAccessibleAtBothWidths(jun, 'webhook-deliveries');
    receiver.answerBy(({ body }) => ({ status: body.includes(params.id) ? 500 : 200 }));
    const other = { id: all.find(({ _id, status }) => status === 'NEW' && _id !== params.id)?._id ?? '' };
    await officer.call('changeApplication', { params: other, body: { status: 'INTERVIEW PENDING' } });
    await deliveries.getByText('Delivered (200)').waitFor();
    await deliveries.getByText('Retrying 1 message').waitFor();
    await expectAccessibleAtBothWidths(jun, 'webhook-retrying');
    await deliveries.getByText('Send failed events again').click();
    const since = deliveries.getByLabel('Happened since');
    await since.fill('2100-01-01T00:00');
    await deliveries.getByRole('button', { name: 'Send failed events' }).click();
    await deliveries.getByText(TEXTS.webhooks.replayEmpty).waitFor();
    await since.fill('2000-01-01T00:00');
    await deliveries.getByRole('button', { name: 'Send failed events' }).click();
    await deliveries.getByText(/Failed events.*Done, 1 of 1, 0 sent, 1 failed/).waitFor();
    await expectAccessibleAtBothWidths(jun, 'webhook-failed-events');
    receiver.answerWith(200, 'Thank you');
    const retried = deliveries.locator('details[open]');
    await retried.getByRole('button', { name: 'Send again' }).click();
    await retried.getByText('Thank you').waitFor();
    await retried.getByText('Delivered (200)').waitFor();

    await deliveries.getByRole('button', { name: 'Pause' }).click();
    await deliveries.getByText('Paused since').waitFor();
    await officer.call('changeApplication', { params, body: { status: 'DECISION PENDING' } });
    await deliveries.getByRole('button', { name: 'Enable' }).click();
    await deliveries.getByText('The webhook has missed 1 event.').waitFor();
    await deliveries.getByRole('button', { name: 'Everything since it was paused' }).click();
    await deliveries.getByText('Healthy').waitFor();
    await deliveries.getByText('Send past events again').click();
    await deliveries.getByRole('button', { name: 'Send past events' }).dblclick({ delay: 100 });
    const replays = deliveries.getByRole('list', { name: 'Replays' }).getByRole('listitem');
    await replays.filter({ hasText: /Past events.*Done, / }).waitFor();
    const [hook] = (await officer.call('listWebhooks')).body;
    const listed = await officer.call('listWebhookReplays', { params: { id: hook?._id ?? '' } });
    expect(listed.body.replays.filter(({ isFailedOnly }) => !isFailedOnly)).toHaveLength(1);
    await expectAccessibleAtBothWidths(jun, 'webhook-replays');

    await deliveries.getByLabel('Speed').selectOption({ label: '1 event per second' });
    await deliveries.getByRole('button', { name: 'Send past events' }).click();
    const replay = replays.filter({ hasText: /Running|Paused|Cancelled/ });
    await replay.getByRole('button', { name: 'Pause' }).click();
    await replay.getByText('Paused').waitFor();
    await page.reload();
    const sent = receiver.received.length;
    await replay.getByText('Paused').waitFor();
    await replay.getByRole('button', { name: 'Continue' }).click();
    await replay.getByText('Running').waitFor();
    const speed = replay.getByLabel('Speed');
    expect(await speed.inputValue()).toBe('1');
    await speed.selectOption({ label: '10 events per second' });
    const rateOf = async () =>
      (await officer.call('listWebhookReplays', { params: { id: hook?._id ?? '' } })).body.replays[0]?.rate;
    await expect.poll(rateOf).toBe(10);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(sent);
    await replay.getByRole('button', { name: 'Cancel' }).click();
    await replay.getByText('Cancelled').waitFor();

    const events = deliveries.getByLabel('Event', { exact: true });
    await events.selectOption('applicant.erased');
    await deliveries.getByText('No messages match these filters').waitFor();
    await events.selectOption('StatusChanged');
    const found = deliveries.getByRole('group');
    await found.nth(1).locator('summary').click();
    await deliveries.getByRole('button', { name: 'Show only this application' }).click();
    await deliveries.getByRole('button', { name: 'Show all applications' }).click();
    const from = deliveries.getByLabel('Happened from');
    await from.fill('2001-01-01T00:00');
    await from.press('ArrowRight');
    await from.press('ArrowRight');
    await from.pressSequentially('2000');
    expect(await from.inputValue()).toBe('2000-01-01T00:00');
    await found.nth(1).waitFor();
    await deliveries.getByLabel('Happened up to').fill('2000-01-02T00:00');
    await deliveries.getByText('No messages match these filters').waitFor();

    receiver.answerWith(410, 'Moved away');
    await officer.call('changeApplication', { params: other, body: { status: 'DECISION PENDING' } });
    await deliveries.getByLabel('Happened up to').fill('');
    const gone = deliveries.getByRole('group').filter({ hasText: '(410)' });
    await gone.locator('summary').click();
    await gone.getByText(TEXTS.webhooks.failures.gone).waitFor();
    await gone.getByText('Moved away').waitFor();
    await deliveries.getByText('Disabled since').waitFor();
    await deliveries.getByText(TEXTS.webhooks.failures.gone).first().waitFor();
    await expectAccessibleAtBothWidths(jun, 'webhook-gone');

    await page.getByRole('link', { name: 'All webhooks' }).click();
    await page.getByText('Disabled since').waitFor();
    await page.getByText(receiver.url).waitFor();
    await expectAccessibleAtBothWidths(jun, 'webhooks');
    await page.getByRole('button', { name: 'Delete Admissions chat' }).click();
    await dialog.getByText(TEXTS.webhooks.confirmDelete).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no webhooks yet').waitFor();
    expect(jun.complaints).toEqual([]);

    await signIn(jun, portal.url, VIEWER, DEMO_PASSWORD);
    await page.goto('/admin/config/webhooks');
    await page
      .getByRole('heading', { name: 'Config', level: 1 })
      .or(page.getByText('Page not found'))
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await jun.context.close();
  });
});
