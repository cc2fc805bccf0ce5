import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { definitionOf } from '../events.ts';
import { isWebAddressWithoutPassword } from '../values/web-address.ts';
import { DEFAULT_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import type { WebhookDetails, WebhookEvent } from './events.ts';
import { webhook } from './webhook.ts';

const given = specify(webhook);
const details: WebhookDetails = {
  name: 'Chat',
  targetUrl: 'https://chat.example/hooks/1?token=a',
  eventTypes: [...DEFAULT_EVENT_TYPES],
  format: 'full',
  secretId: null,
};
const created: WebhookEvent = { type: 'WebhookCreated', data: { organizationId: 'org', details } };
const create = (changes: object) =>
  ({ type: 'Create', data: { organizationId: 'org', details: { ...details, ...changes } } }) as const;

describe('a webhook', () => {
  test('needs a name and an address, and is subscribed to scheduling by default', () => {
    const { name, targetUrl } = details;
    given()
      .when({ type: 'Create', data: { organizationId: 'org', details: { name, targetUrl } } })
      .then(created);
    given()
      .when(create({ name: ' ' }))
      .thenRefused('refused', 'Name needs a value.', 'name');
    given()
      .when(create({ targetUrl: null }))
      .thenRefused('refused', 'Target URL needs a value.', 'targetUrl');
  });

  test('is subscribed to known types only, each once', () => {
    given(created)
      .when({
        type: 'Change',
        data: { changes: { eventTypes: ['StatusChanged', 'ApplicationSubmitted', 'StatusChanged'] } },
      })
      .then({ type: 'WebhookChanged', data: { changes: { eventTypes: ['ApplicationSubmitted', 'StatusChanged'] } } });
    given(created)
      .when({ type: 'Change', data: { changes: { eventTypes: null } } })
      .then();
    given()
      .when(create({ eventTypes: ['EmailDelivered'] }))
      .thenRefused('refused', undefined, 'eventTypes');
  });

  test('ignores a repeated command', () => {
    const text = fc.constantFrom('', 'Chat', 'https://chat.example/', 'http://10.0.0.1/');
    const changes = fc.record({
      name: text,
      targetUrl: text,
      format: fc.constantFrom('full' as const, 'chat' as const),
    });
    expectRepeatable(
      webhook,
      fc.oneof(
        changes.map((some) => create(some)),
        changes.map((some) => ({ type: 'Change', data: { changes: some } }) as const),
        fc.constant({ type: 'Delete', data: { usedBy: [] } } as const),
      ),
    );
  });
});

test.each([
  ['https://chat.example/hooks/1', true],
  ['http://localhost:8080', true],
  ['HTTPS://CHAT.EXAMPLE', true],
  ['chat.example', false],
  ['ftp://chat.example', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://chat.example/a b', false],
  ['https://user:secret@chat.example', false],
  [`https://chat.example/${'x'.repeat(2000)}`, false],
])('%s as a target: %s', (url, isOne) => {
  expect(isWebAddressWithoutPassword(url)).toBe(isOne);
});

test('the published event types exist', () => {
  for (const type of WEBHOOK_EVENT_TYPES) expect(definitionOf(type)?.type).toBe(type);
});
