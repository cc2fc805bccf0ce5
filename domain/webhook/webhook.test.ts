import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { definitionOf } from '../events.ts';
import { TEXTS } from '../text/texts.ts';
import { ENCODED_ADDRESS, isEncodedAddress } from '../values/web-address.ts';
import { DEFAULT_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import type { WebhookDetails, WebhookEvent } from './events.ts';
import { webhook } from './webhook.ts';

const given = specify(webhook);
const details: WebhookDetails = {
  name: 'Chat',
  targetUrl: 'https://chat.example/hooks/1?token=a',
  eventTypes: [...DEFAULT_EVENT_TYPES],
  batchIds: [],
  format: 'full',
  chatForm: 'content',
  chatText: null,
  secretId: null,
  formerSecret: null,
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

  test('may send for some batches, and has a chat text with known placeholders', () => {
    given(created)
      .when({ type: 'Change', data: { changes: { batchIds: ['a', 'b', 'a'] } } })
      .then({ type: 'WebhookChanged', data: { changes: { batchIds: ['a', 'b'] } } });
    given()
      .when(create({ batchIds: Array.from({ length: 101 }, (_, n) => String(n)) }))
      .thenRefused('refused', TEXTS.webhooks.tooManyBatches(100), 'batchIds');
    given(created)
      .when({ type: 'Change', data: { changes: { chatText: '{{firstName}} of {{ program }}' } } })
      .then({ type: 'WebhookChanged', data: { changes: { chatText: '{{firstName}} of {{ program }}' } } });
    given()
      .when(create({ chatText: 'Hello {{password}}' }))
      .thenRefused('refused', undefined, 'chatText');
  });

  test('of an earlier version has the defaults of newer members', () => {
    const { batchIds, chatForm, chatText, formerSecret, ...old } = details;
    const event = { type: 'WebhookCreated', data: { organizationId: 'org', details: old } } as WebhookEvent;
    given(event)
      .when({ type: 'Change', data: { changes: { batchIds, chatForm, chatText, formerSecret } } })
      .then();
  });

  test('is paused and enabled by people, and warned of and disabled by the portal, each once', () => {
    const failingSince = '2026-03-01T09:00:00.000Z';
    const warn = { type: 'WarnOfFailure', data: { failingSince, disabledAt: '2026-03-06T09:00:00.000Z' } } as const;
    const disable = { type: 'Disable', data: { reason: 'failing', failingSince } } as const;
    const enable = { type: 'Enable', data: { missed: 'send' } } as const;
    const pause = { type: 'Pause', data: {} } as const;
    const paused: WebhookEvent = { type: 'WebhookPaused', data: {} };
    const warned: WebhookEvent = { type: 'WebhookFailing', data: warn.data };
    const disabled: WebhookEvent = { type: 'WebhookDisabled', data: disable.data };
    const enabled: WebhookEvent = { type: 'WebhookEnabled', data: { missed: 'send' } };
    given(created).when(pause).then(paused);
    given(created).when(enable).then();
    given(created).when(warn).then(warned);
    given(created, warned).when(warn).then();
    given(created, warned)
      .when({ type: 'WarnOfFailure', data: { ...warn.data, failingSince: '2026-04-01T09:00:00.000Z' } })
      .then({ type: 'WebhookFailing', data: { ...warn.data, failingSince: '2026-04-01T09:00:00.000Z' } });
    given(created, warned).when(disable).then(disabled);
    for (const stopped of [paused, disabled]) {
      for (const command of [pause, warn, disable]) given(created, stopped).when(command).then();
      given(created, stopped).when(enable).then(enabled);
    }
    for (const command of [pause, warn, disable, enable]) given().when(command).thenRefused('not-found');
  });

  test('that is enabled keeps the choice about what it missed: the same one again changes nothing, another one is refused', () => {
    const enable = (missed: 'send' | 'skip') => ({ type: 'Enable', data: { missed } }) as const;
    const { alreadyEnabled } = TEXTS.webhooks;
    const events = (missed: 'send' | 'skip'): WebhookEvent[] => [
      created,
      { type: 'WebhookPaused', data: {} },
      { type: 'WebhookEnabled', data: { missed } },
    ];
    for (const missed of ['send', 'skip'] as const) {
      given(...events(missed))
        .when(enable(missed))
        .then();
      const other = missed === 'send' ? 'skip' : 'send';
      given(...events(missed))
        .when(enable(other))
        .thenRefused('refused', alreadyEnabled[missed]);
      given(...events(missed), { type: 'WebhookPaused', data: {} })
        .when(enable(other))
        .then({ type: 'WebhookEnabled', data: { missed: other } });
    }
    given(created).when(enable('skip')).thenRefused('refused', alreadyEnabled.send);
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
  ['https://chat.example/\u202egpj.exe', false],
  ['https://chat.example/%E2%80%AE', true],
  ['https://user:secret@chat.example', false],
  [`https://chat.example/${'x'.repeat(2000)}`, false],
  ['https://a_b.example:65535/?q[]=\\', true],
  ['https://a_b.example:99999/', false],
  ['https://1.2.3.4', true],
  ['https://1.2.3.4.5/', false],
  ['http://2130706433/', false],
  ['http://0x7f.1/', false],
  ['http://[::1]:80/', true],
  ['http://[2001:db8::7]', true],
  ['http://[1::2::3]', false],
  ['https://m\u00fcnchen.example/', false],
  ['https://xn--mnchen-3ya.example/%C3%A4', true],
  ['https://chat.example/\u00e4?q=\u00fc', false],
])('%s as a target: %s', (url, isOne) => {
  expect(isEncodedAddress(url)).toBe(isOne);
});

test('every address of the published form can be called', () => {
  fc.assert(
    fc.property(fc.stringMatching(ENCODED_ADDRESS), (url) => {
      expect([url, /^\w+:\/\/(?:.*\.)?xn--/i.test(url) || URL.canParse(url)]).toEqual([url, true]);
    }),
  );
});

test('the published event types exist', () => {
  for (const type of WEBHOOK_EVENT_TYPES) expect(definitionOf(type)?.type).toBe(type);
});
