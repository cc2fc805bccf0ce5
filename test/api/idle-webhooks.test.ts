import { expect, test } from 'vitest';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { answers, createSchool, freshEmail } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

/** Whoever works on a webhook leaves its name there. */
const holderOf = async ({ running }: TestServer, id: string) => {
  const progress = running.composition.stores.vault.collection<{ readonly _id: string; readonly holder: string }>({
    name: 'webhookProgress',
    indexes: ['organizationId'],
    mayBeLost: true,
  });
  return (await progress.get(id))?.holder;
};

test('a webhook with nothing to send is left alone at a start, and still gets what happens afterwards', async () => {
  const receiver = await startWebhookReceiver();
  const server = await startTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE: '1' } });
  const school = await createSchool(server, 'idle');
  const create = async (client = school.staff.Admin) => {
    const body = { name: 'Idle', targetUrl: receiver.url, eventTypes: ['ApplicationSubmitted' as const] };
    return (await client.call('createWebhook', { body })).body._id;
  };
  const id = await create();
  const apply = (client = school.staff.Admin) =>
    client.call('submitApplication', { body: { batchId: school.batches.Open, ...answers(freshEmail()) } });
  await apply();
  await expect.poll(() => receiver.received.length).toBe(1);
  const again = await server.restart();
  const before = await holderOf(again, id);
  const client = again.client({ organizationId: school.organizationId });
  for (const [name, value] of school.staff.Admin.cookies) client.cookies.set(name, value);
  const other = await create(client);
  await expect.poll(() => holderOf(again, other)).toBeDefined();
  expect(await holderOf(again, id)).toBe(before);
  await apply(client);
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(await holderOf(again, id)).not.toBe(before);
  await again.close();
  await receiver.close();
});

test('what is left of a webhook that was deleted while nothing delivered is removed at the next start', async () => {
  const receiver = await startWebhookReceiver();
  const server = await startTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE: '1' } });
  const school = await createSchool(server, 'leftover');
  const { Admin } = school.staff;
  const body = { name: 'Gone', targetUrl: receiver.url, eventTypes: ['ApplicationSubmitted' as const] };
  const { _id: id } = (await Admin.call('createWebhook', { body })).body;
  await Admin.call('submitApplication', { body: { batchId: school.batches.Open, ...answers(freshEmail()) } });
  await expect.poll(() => receiver.received.length).toBe(1);
  await Admin.call('replayWebhook', { params: { id }, body: {} });
  await expect.poll(() => receiver.received.length).toBe(2);
  const recordsOf = ({ running }: TestServer) => {
    const { progress, messages, jobs } = openDeliveryRecords(running.composition.environment.vault);
    return Promise.all([progress, messages, jobs].map(async (records) => (await records.find({})).documents));
  };
  await expect.poll(async () => (await recordsOf(server))[2]).toMatchObject([{ state: 'done' }]);
  const { progress, messages, jobs } = openDeliveryRecords(server.running.composition.environment.vault);
  const kept = await progress.get(id);
  const [message] = (await messages.find({})).documents;
  const [job] = (await jobs.find({})).documents;
  if (!kept || !message || !job) throw new Error('The webhook has no records');
  await Admin.call('deleteWebhook', { params: { id } });
  await expect.poll(() => recordsOf(server)).toEqual([[], [], []]);
  await Promise.all([progress.insert(kept), messages.insert(message), jobs.insert(job)]);
  const again = await server.restart();
  await expect.poll(() => recordsOf(again)).toEqual([[], [], []]);
  await again.close();
  await receiver.close();
});

test('an erasure is published by the school of the person, and opens no webhook of another', async () => {
  const receiver = await startWebhookReceiver();
  const server = await startTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE: '1' } });
  const school = await createSchool(server, 'erases');
  const stranger = await createSchool(server, 'does-not-hear');
  const create = async ({ staff }: typeof school, name: string) => {
    const body = { name, targetUrl: receiver.url, eventTypes: ['InterviewScheduled' as const] };
    return (await staff.Admin.call('createWebhook', { body })).body._id;
  };
  const [id, other] = [await create(school, 'Own'), await create(stranger, 'Strange')];
  await expect.poll(() => Promise.all([id, other].map((one) => holderOf(server, one)))).not.toContain(undefined);
  const body = { batchId: school.batches.Open, ...answers(freshEmail()) };
  const applicationId = (await school.staff.Admin.call('submitApplication', { body })).body._id;
  // A restart leaves webhooks alone that have nothing to send.
  const again = await server.restart();
  const before = [await holderOf(again, id), await holderOf(again, other)];
  const client = again.client({ organizationId: school.organizationId });
  for (const [name, value] of school.staff.Owner.cookies) client.cookies.set(name, value);
  expect((await client.call('erasePerson', { body: { applicationId } })).status).toBe(200);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '{}').type).toBe('applicant.erased');
  expect([(await holderOf(again, id)) === before[0], (await holderOf(again, other)) === before[1]]).toEqual([
    false,
    true,
  ]);
  await again.close();
  await receiver.close();
});
