import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { contextBy, must, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { createSealedSecrets } from '../vault/sealed-secrets.ts';
import { createWebhook, type WebhookEnvironment } from './write-webhook.ts';

/** Processes that share the stores; each may hold back its append, or count other webhooks of the school. */
async function openProcesses() {
  const stores = await openCommandEnvironment();
  const masterKey = createSecretKey(randomBytes(32));
  const secrets = createSealedSecrets({ vault: stores.vault, masterKey, now: stores.now });
  const process = ({ beforeAppend = async () => {}, others = 0 } = {}): WebhookEnvironment => ({
    ...stores,
    secrets,
    outgoing: { check: async () => null, send: async () => ({ kind: 'failed', failure: 'refused' }) },
    queries: { ...stores.queries, countDocuments: async () => others },
    log: {
      ...stores.log,
      async append(...parts) {
        await beforeAppend();
        return stores.log.append(...parts);
      },
    },
  });
  const held = async () =>
    (await stores.vault.collection<{ _id: string }>({ name: 'secrets', indexes: [] }).find({})).documents.length;
  return { stores, secrets, process, held };
}

const wanted = { organizationId: 'org', details: { name: 'CRM', targetUrl: 'https://crm.example/' } };

test('a creation that a full school refuses leaves the secret of the same one that another process is about to store', async () => {
  const { stores, secrets, process, held } = await openProcesses();
  await using _stores = stores;
  const context = contextBy(SYSTEM);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const first = createWebhook(
    process({
      async beforeAppend() {
        reached.resolve();
        await released.promise;
      },
    }),
    wanted,
    context,
  );
  await reached.promise;
  const full = process({ others: QUOTAS.organization.documentsOfOneKind });
  expect(await createWebhook(full, wanted, context)).toMatchObject({ ok: false, rejection: { code: 'refused' } });
  released.resolve();
  const { state } = await must(first);
  expect(await secrets.get(state.details.secretId ?? '')).toMatch(/^whsec_/);
  expect(await held()).toBe(1);
});

test('creations of one command at the same time share one secret', async () => {
  const { stores, secrets, process, held } = await openProcesses();
  await using _stores = stores;
  const context = contextBy(SYSTEM);
  const created = await Promise.all(
    [process(), process(), process()].map((one) => must(createWebhook(one, wanted, context))),
  );
  const [named, ...others] = new Set(created.map(({ state }) => state.details.secretId));
  expect(others).toEqual([]);
  expect(await secrets.get(named ?? '')).toMatch(/^whsec_/);
  expect(await held()).toBe(1);
});
