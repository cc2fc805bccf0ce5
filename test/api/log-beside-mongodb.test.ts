import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { openOperator } from '../../api/operator/open-operator.ts';
import { startServer } from '../../api/server.ts';
import { adaptersUnderTest, openTestStores, type TestStores } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';

describe.skipIf(adaptersUnderTest() === 'embedded')('an embedded log beside MongoDB', () => {
  let dataDir: string;
  let stores: TestStores;
  let environment: Record<string, string>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'intake-beside-'));
    stores = await openTestStores(dataDir);
    const { EVENTSTORE_URL: _, ...beside } = stores.environment;
    environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...beside };
  });
  afterAll(async () => {
    await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ownerEmail = freshEmail();
  const founding = { name: 'School', slug: 'school', ownerEmail, ownerPassword: PASSWORD, timeZone: 'UTC' };

  test('is worked on by the operator and by the server under the lease, also after a restart', async () => {
    const { operator, close } = await openOperator(readConfig(environment), 'organization create');
    await operator('organization create', founding, () => {});
    await close();

    const terms: (number | null)[] = [];
    for (const _ of [1, 2]) {
      const running = await startServer(readConfig(environment));
      await running.composition.engine.whenReady();
      const owner = createClient(running.url);
      expect((await owner.call('login', { body: { email: ownerEmail, password: PASSWORD } })).status).toBe(200);
      terms.push(running.composition.leading.term);
      await running.close();
    }
    expect(terms).toEqual([2, 3]);
  });

  test('is refused to a process with another log, which has only forgotten one of the addresses', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'intake-elsewhere-'));
    const forgetful = readConfig({ ...environment, DATA_DIR: elsewhere });
    await expect(startServer(forgetful)).rejects.toThrow(/^The vault belongs to another log /);
    await rm(elsewhere, { recursive: true, force: true });
  });
});
