import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { newSecretQuery, noteWebhook, webhookQuery } from './queries.ts';

const webhook = (secret: string | null) => ({ _id: 'crm', name: 'CRM', secret }) as Webhook;

test('a saved webhook shows its new secret once, and a repeated answer without one is read again', () => {
  const client = new QueryClient();
  const { queryKey } = webhookQuery('crm');
  noteWebhook(client, webhook('whsec_first'), true);
  expect(client.getQueryData(newSecretQuery('crm').queryKey)).toBe('whsec_first');
  expect(client.getQueryData(queryKey)).toMatchObject({ secret: '••••irst' });
  noteWebhook(client, webhook(null));
  expect(client.getQueryData(queryKey)).toMatchObject({ secret: '••••irst' });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
