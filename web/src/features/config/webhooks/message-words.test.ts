import { expect, test } from 'vitest';
import type { WebhookMessageView } from '../../../../../api/contract/webhooks.ts';
import { stateWords } from './message-words.ts';

type Attempt = WebhookMessageView['attempts'][number];

const attempt = (status: number | null, failure: Attempt['failure']): Attempt => ({
  ...{ at: '2026-03-02T12:00:00.000Z', trigger: 'redelivery', ms: 3, status, failure, advice: null, response: null },
});
const [taken, refused, silent] = [attempt(200, null), attempt(500, 'status'), attempt(null, 'timeout')];

test.each([
  ['delivered', [taken], 'Delivered (200)'],
  ['delivered', [refused, taken], 'Delivered. The last attempt failed (500)'],
  ['delivered', [silent, taken], 'Delivered. The last attempt failed'],
  ['waiting', [refused], 'Waiting for the next attempt (500)'],
  ['queued', [], 'Waiting behind another message'],
  ['replaying', [refused, taken], 'A replay is retrying it (500), delivered before'],
  ['parked', [silent], 'Parked'],
] as const)('a message that is %s after these attempts says so: %#', (state, attempts, words) => {
  expect(stateWords({ state, attempts: [...attempts] })).toBe(words);
});
