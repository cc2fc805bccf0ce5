import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importEvents } from '../../api/operator/move-in.ts';
import type { Exported } from '../../commands/transfer/export-events.ts';
import { startEventStoreProcess } from '../support/eventstore-double-child.ts';
import { newInstallation, PASSPHRASE } from '../support/installation.ts';

test('an import that a server leaves says how to go on, and goes on', async () => {
  const home = await mkdtemp(join(tmpdir(), 'intake-import-outage-'));
  const server = await startEventStoreProcess();
  const source = await newInstallation();
  const target = await newInstallation({
    EVENTSTORE_URL: server.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
  });
  try {
    const file = join(home, 'school.ndjson');
    const owner = { ownerEmail: 'owner@moving.example', ownerPassword: 'correct horse battery' };
    await source.operate('organization create', { name: 'Moving', slug: 'moving', timeZone: 'UTC', ...owner });
    const { events } = await source.operate<Exported>('events export', { file, passphrase: PASSPHRASE });
    const asked = { file, isWithoutKeys: false, erasures: null, acceptsUnproven: false };
    const passphrase = async () => PASSPHRASE;
    let killing: Promise<void> | undefined;
    const moving = importEvents(target.config, { ...asked, passphrase }, ({ label }) => {
      if (label === 'Reading back') killing ??= server.kill();
    });
    await expect(moving).rejects.toThrow(
      /^The event store cannot be reached: .*\w\. Run the same command again: it continues where it stopped\.$/s,
    );
    await killing;
    await server.restart();
    expect(await target.import(file)).toMatchObject({ events, standing: events });
    expect(await target.operate('verify')).toMatchObject({ isSound: true, events });
  } finally {
    await server.close();
    for (const directory of [home, source.directory, target.directory])
      await rm(directory, { recursive: true, force: true });
  }
}, 240_000);
