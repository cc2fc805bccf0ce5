import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { post } from './attempt.ts';
import { newWebhookSecret } from './webhook-secret.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60_000;

const skewOf = async (status: number, headers: IncomingHttpHeaders) => {
  const outgoing = { send: async () => ({ kind: 'answered', status, headers, body: '' }) as const };
  const message = {
    url: 'https://crm.example',
    body: '{}',
    id: 'event',
    trigger: 'scheduled',
    attempt: 1,
    secrets: [newWebhookSecret()],
  };
  return (await post({ outgoing, now: () => NOW }, message as Parameters<typeof post>[1])).skewMs;
};
const clockAt = (ms: number) => ({ date: new Date(NOW + ms).toUTCString() });

test('the clock of a target that refuses is compared with ours, and differs from a minute on', async () => {
  expect(await skewOf(401, clockAt(-7 * MINUTE))).toBe(-7 * MINUTE);
  expect(await skewOf(400, clockAt(2 * MINUTE))).toBe(2 * MINUTE);
  for (const status of [200, 302, 503]) expect(await skewOf(status, clockAt(-7 * MINUTE))).toBeUndefined();
  for (const headers of [clockAt(59_000), {}, { date: 'yesterday' }]) {
    expect(await skewOf(401, headers)).toBeUndefined();
  }
});
