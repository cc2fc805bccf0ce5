import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { answers, freshEmail, PASSWORD } from '../support/school.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const APPLICATIONS = 48;
const OWNER = 'owner@killed-replay.example';
/** Messages of a replay that are sent at once. */
const AT_ONCE = 16;

describeEmbedded('a replay', () => {
  test('continues where kill -9 of the process stopped it, and loses nothing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'intake-killed-replay-'));
    const organization = ['--name', 'Killed Replay', '--slug', 'killed-replay', '--owner-email', OWNER];
    await runIntakeInProcess(
      { DATA_DIR: directory },
      ...['organization', 'create', ...organization, '--owner-password', PASSWORD],
    );
    const receiver = await startWebhookReceiver();
    const start = () => startServerProcess(directory, { WEBHOOK_ALLOW_PRIVATE: '1' });
    const ownerAt = async ({ url }: RunningServer): Promise<Client> => {
      const owner = createClient(url);
      await owner.call('login', { body: { email: OWNER, password: PASSWORD } });
      return owner;
    };
    let server = await start();
    try {
      const owner = await ownerAt(server);
      const batch = (await owner.call('createBatch', { body: { name: 'June', status: 'Open' } })).body._id;
      for (let n = 0; n < APPLICATIONS; n += 1)
        await owner.call('submitApplication', { body: { batchId: batch, ...answers(freshEmail()) } });
      const body = { name: 'CRM', targetUrl: receiver.url, eventTypes: ['ApplicationSubmitted' as const] };
      const params = { id: (await owner.call('createWebhook', { body })).body._id };
      const half = Promise.withResolvers<void>();
      receiver.answerBy(async () => {
        if (receiver.received.length > APPLICATIONS / 2) {
          half.resolve();
          await new Promise(() => {});
        }
        return { status: 200 };
      });
      await owner.call('replayWebhook', { params, body: {} });
      await half.promise;
      await server.kill();
      const before = receiver.received.length;
      receiver.answerWith(200, '');
      server = await start();
      const again = await ownerAt(server);
      const replays = async () => (await again.call('listWebhookReplays', { params })).body.replays;
      await expect.poll(replays).toMatchObject([{ state: 'done', done: APPLICATIONS, failed: 0 }]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(APPLICATIONS);
      expect(ids.length).toBeLessThanOrEqual(APPLICATIONS + AT_ONCE);
      expect(receiver.received.slice(before).length).toBeLessThan(APPLICATIONS);
      const triggers = receiver.received.map(({ headers }) => headers['webhook-trigger']);
      expect(new Set(triggers)).toEqual(new Set(['replay']));
    } finally {
      await server.kill();
      await receiver.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
