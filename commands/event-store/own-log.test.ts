import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { HMAC_KEY } from '../vault/hmac-key.ts';
import type { Vault } from '../vault/vault.ts';
import { bindToLog, LogRefused, requireOwnLog } from './own-log.ts';
import { START } from './port.ts';

const logOf = (storeId: string, head = 7n) => ({ storeId, head: async () => head });
const SETTINGS = ['MONGODB_URL', 'DATA_DIR'];
const lost = logOf('another', START);
const put = (vault: Vault, name: 'subjectKeys' | 'identity', _id: string) =>
  vault.collection({ name, indexes: [] }).insert({ _id, sealed: 'sealed' } as { _id: string });
const usedBy = (vault: Vault) => Promise.all([put(vault, 'subjectKeys', 'ann'), put(vault, 'identity', HMAC_KEY)]);
const workedOn = (vault: Vault, storeId: string) =>
  vault
    .collection<{ _id: string; storeId: string }>({ name: 'reactionCheckpoints', indexes: [] })
    .insert({ _id: 'reactions', storeId });

test('a new vault is bound to the log beside it, and accepts no other one from then on', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  await Promise.all([1, 2, 3].map(() => requireOwnLog(vault, logOf('own', START), SETTINGS)));
  await requireOwnLog(vault, logOf('own', START), SETTINGS);
  await usedBy(vault);
  for (const other of [lost, logOf('another')])
    await expect(requireOwnLog(vault, other, SETTINGS)).rejects.toThrow(LogRefused);
  await requireOwnLog(vault, logOf('own'), SETTINGS);
});

test('a vault of a version without bindings accepts the log that it has worked on', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  await usedBy(vault);
  await expect(requireOwnLog(vault, lost, SETTINGS)).rejects.toThrow(/the log is empty\. Nothing has been changed/);
  await workedOn(vault, 'own');
  await expect(requireOwnLog(vault, logOf('another'), SETTINGS)).rejects.toThrow(/used with another log \(own\)/);
  await requireOwnLog(vault, logOf('own'), SETTINGS);
  await expect(requireOwnLog(vault, logOf('another'), SETTINGS)).rejects.toThrow(LogRefused);
});

test('a vault without people’s data accepts an empty log, even if it was started before', async () => {
  await using stores = await openTemporaryStores();
  await workedOn(stores.vault, 'gone');
  await requireOwnLog(stores.vault, lost, SETTINGS);
});

test('an empty vault refuses a log with events: people would get other ids there', async () => {
  await using stores = await openTemporaryStores();
  await expect(requireOwnLog(stores.vault, logOf('own'), SETTINGS)).rejects.toThrow(
    /holds events, but the vault is empty\. Nothing has been changed\. Check MONGODB_URL and DATA_DIR; if the vault is lost/,
  );
  await requireOwnLog(stores.vault, logOf('own', START), SETTINGS);
});

test('a vault that has lost its keys, or some of them, refuses a log with events, even its own', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  await requireOwnLog(vault, logOf('own', START), SETTINGS);
  await expect(requireOwnLog(vault, logOf('own'), SETTINGS)).rejects.toThrow(/holds events, but the vault is empty/);
  await put(vault, 'subjectKeys', 'ann');
  await expect(requireOwnLog(vault, logOf('own'), SETTINGS)).rejects.toThrow(
    /holds events, but the vault has lost its keys/,
  );
  await put(vault, 'identity', HMAC_KEY);
  await requireOwnLog(vault, logOf('own'), SETTINGS);
});

test('an imported log is accepted from then on, in place of the former one', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  await requireOwnLog(vault, logOf('own', START), SETTINGS);
  await usedBy(vault);
  await bindToLog(vault, logOf('another'));
  await requireOwnLog(vault, logOf('another'), SETTINGS);
  await expect(requireOwnLog(vault, logOf('own'), SETTINGS)).rejects.toThrow(LogRefused);
});
