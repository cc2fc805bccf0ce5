import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { openOperator } from '../../api/operator/open-operator.ts';
import { createOperator } from '../../api/operator/operations.ts';
import { startServer } from '../../api/server.ts';
import { openStores } from '../../api/storage/stores.ts';
import { openTestStores, type TestStores } from '../support/adapters.ts';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';

const DAY = 24 * 3_600_000;

let dataDir: string;
let stores: TestStores;
let environment: Record<string, string>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'intake-lost-'));
  stores = await openTestStores(dataDir);
  environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...stores.environment };
});
afterEach(async () => {
  await stores.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (later = 0) => startServer(readConfig(environment), { now: () => Date.now() + later });
const foundSchool = async () => {
  const running = await start();
  await running.composition.engine.whenReady();
  await createOperator(running.composition)(
    'organization create',
    { name: 'School', slug: 'school', ownerEmail: freshEmail(), ownerPassword: PASSWORD, timeZone: 'UTC' },
    () => {},
  );
  await running.close();
};
const loseLog = async () => {
  if (environment.EVENTSTORE_URL === undefined) {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `events.sqlite${suffix}`), { force: true });
    return { close: async () => {} };
  }
  const empty = await startEventStoreDouble();
  environment = { ...environment, EVENTSTORE_URL: empty.url };
  return empty;
};
const vaultHolds = async (name: 'ownLog' | 'passwords') => {
  const { vault, close } = await openStores(readConfig(environment));
  const { documents } = await vault.collection({ name, indexes: [] }).find({});
  await close();
  return documents;
};

test('an empty log beside a full vault ends every start in one line, and nothing is taken from the vault', async () => {
  await foundSchool();
  const [passwords, bound] = [await vaultHolds('passwords'), await vaultHolds('ownLog')];
  expect([passwords.length, bound.length]).toEqual([1, 1]);
  const empty = await loseLog();

  const complaint = /^The vault belongs to another log .*"intake restore" or "intake events import"\.$/;
  await expect(start(2 * DAY)).rejects.toThrow(complaint);
  await expect(openOperator(readConfig(environment), 'verify')).rejects.toThrow(complaint);
  expect(await vaultHolds('passwords')).toEqual(passwords);
  expect(await vaultHolds('ownLog')).toEqual(bound);
  await empty.close();
});

test('a vault from before vaults were bound takes its log, and not an empty one', async () => {
  await foundSchool();
  const unbind = async () => {
    const { vault, close } = await openStores(readConfig(environment));
    await vault.collection({ name: 'ownLog', indexes: [] }).delete('own');
    await close();
  };
  await unbind();
  await (await start()).close();
  expect(await vaultHolds('ownLog')).toHaveLength(1);

  await unbind();
  const empty = await loseLog();
  await expect(start(2 * DAY)).rejects.toThrow(
    /^The vault is in use, but the log is empty\. .*"intake restore" or "intake events import"\.$/,
  );
  expect(await vaultHolds('passwords')).toHaveLength(1);
  await empty.close();
});
