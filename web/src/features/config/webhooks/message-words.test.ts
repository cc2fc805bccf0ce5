import { expect, test } from 'vitest';
import type { WebhookMessageView } from '../../../../../api/contract/webhooks.ts';
import { stateWords } from './message-words.ts';

type Attempt = WebhookMessageView['attempts'][number];

const attempt = (status: number | null, failure: Attempt['failure']): Attempt => ({
  ...{ at: '2026-03-02T12:00:00.000Z', trigger: 'redelivery', ms: 3, status, failure, advice: null, response: null },
});
const noon = '2026-03-02T12:00:00.000Z';
const [taken, refused, silent] = [attempt(200, null), attempt(500, 'status'), attempt(null, 'timeout')];

test.each([
  ['delivered', [taken], null, 'Delivered (200)'],
  ['delivered', [refused, taken], null, 'Delivered. The last attempt failed (500)'],
  ['delivered', [silent, taken], null, 'Delivered. The last attempt failed'],
  ['waiting', [refused], noon, 'Waiting for the next attempt (500)'],
  ['waiting', [refused], null, 'Waiting (500)'],
  ['queued', [], null, 'Waiting behind another message'],
  ['replaying', [refused, taken], noon, 'A replay is retrying it (500), delivered before'],
  ['parked', [silent], null, 'Parked'],
] as const)('a message that is %s after these attempts says so: %#', (state, attempts, nextTryAt, words) => {
  expect(stateWords({ state, attempts: [...attempts], nextTryAt })).toBe(words);
});
