import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { masterKeysOf } from '../../commands/vault/master-keys.ts';
import { readConfig } from '../config/config.ts';
import { createRequestsUnderWay } from '../runtime/requests-under-way.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { openStores } from '../storage/stores.ts';
import { createThreadRebuilder } from './rebuilder.ts';

test('distinguishes an unreachable store from a failure that no retry mends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'intake-rebuilder-'));
  const stores = await openStores(readConfig({ DATA_DIR: dataDir }));
  try {
    const eventStoreUrl = 'esdb://127.0.0.1:1?tls=false';
    const masterKey = masterKeysOf(createSecretKey(randomBytes(32)));
    const { counts } = createRequestsUnderWay();
    const addresses = { dataDir, mongodbUrl: undefined };
    const failureWith = (eventStoreUrl: string | undefined) =>
      createThreadRebuilder({ ...addresses, eventStoreUrl }, masterKey, counts)(
        [{ projection: 'dreams', generation: 'dreams-1' }],
        () => {},
        new AbortController().signal,
      ).catch((error: unknown) => error);
    expect(await failureWith(eventStoreUrl)).toSatisfy(isUnavailable);
    const bug = await failureWith(undefined);
    expect(bug).toEqual(new Error('There is no projection dreams'));
    expect(bug).not.toSatisfy(isUnavailable);
  } finally {
    await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
