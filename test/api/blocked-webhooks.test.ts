import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createSchool } from '../support/school.ts';
import { startTestServer } from '../support/server.ts';

test('a start without the allowance names the webhooks that it blocks, by their host alone', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const environment: Record<string, string> = { WEBHOOK_ALLOW_PRIVATE: '1' };
  const server = await startTestServer({ environment, logger });
  const school = await createSchool(server, 'blocked-school');
  const create = async (targetUrl: string) =>
    (await school.staff.Owner.call('createWebhook', { body: { name: 'Chat', targetUrl } })).body._id;
  const blocked = await create('http://127.0.0.1:9/a-secret-path');
  await create('http://93.184.216.34/');
  delete environment.WEBHOOK_ALLOW_PRIVATE;
  const again = await server.restart();
  const found = await vi.waitUntil(() => lines.find((line) => line.includes('webhooks are not called')), 20_000);
  expect(JSON.parse(found)).toMatchObject({
    count: 1,
    webhooks: [{ webhookId: blocked, organizationId: school.organizationId, host: '127.0.0.1:9' }],
  });
  expect(found).not.toContain('a-secret-path');
  await again.close();
});
