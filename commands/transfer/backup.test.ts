import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { openDiskFileStore } from '../file-store/disk/file-store.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { backUp } from './backup.ts';
import type { Pace } from './pace.ts';
import type { ExportSource } from './write-events.ts';

const COMMENTS = 700;

let stores: TemporaryStores;
let from: ExportSource;
beforeEach(async () => {
  stores = await openTemporaryStores();
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  const codec = createCodec({ definitionOf, keys });
  from = { ...stores, codec, files: await openDiskFileStore({ directory: join(stores.directory, 'files') }) };
  const log = createEventLog({ store: stores.store, codec });
  const comment = () => ({ type: 'CommentAdded', data: { commentId: randomUUID() }, personal: { message: 'Hello' } });
  const comments = Array.from({ length: COMMENTS }, comment);
  await log.append(`application-${randomUUID()}`, undefined, comments, newCommandContext());
  await from.files.put('a-file', Buffer.from('a picture'));
});
afterEach(() => stores[Symbol.asyncDispose]());

const inPlace = (name: string) => join(stores.directory, name);
const make = (pace: Pace, passphrase: string | null = null) =>
  backUp(from, { directory: inPlace('backup'), createdAt: new Date().toISOString(), passphrase, pace }, () => {});

test.each(['events.ndjson', 'vault.ndjson', 'files.ndjson'])(
  'damage on the disk is found when %s is read back, and no backup is left',
  async (name) => {
    const path = join(inPlace('backup.unfinished'), name);
    let isFlipped = false;
    const flip: Pace = async () => {
      if (isFlipped || !existsSync(path) || statSync(path).size === 0) return;
      isFlipped = true;
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill((bytes[20] ?? 0) ^ 1, 20, 21));
    };
    await expect(make(flip)).rejects.toThrow(/^\S+ndjson has changed since the backup was made\.$/);
    expect((await readdir(stores.directory)).filter((found) => found.startsWith('backup'))).toEqual([]);
  },
);

test.each([null, 'a lantern in the dark'])(
  'ends at any pause, and leaves nothing (passphrase: %s)',
  async (passphrase) => {
    const rests = async (most: number) => {
      let rested = 0;
      await make(async () => {
        rested += 1;
        if (rested > most) throw new Error('the process is to end');
      }, passphrase).catch((error: Error) => expect(error.message).toBe('the process is to end'));
      return rested;
    };
    for (const most of [1, 9]) {
      await rests(most);
      expect((await readdir(stores.directory)).filter((found) => found.startsWith('backup'))).toEqual([]);
    }
    expect(await rests(Number.POSITIVE_INFINITY)).toBeGreaterThan(9);
    expect(existsSync(join(inPlace('backup'), 'manifest.json'))).toBe(true);
  },
);

test('of two at once into one directory the second is refused, the first is complete', async () => {
  let second: Promise<unknown> | undefined;
  const first = make(async () => {
    second ??= make(async () => {}).catch((error: Error) => error.message);
  });
  await first;
  expect(await second).toMatch(/^Another backup is being written to \S+backup\.unfinished\. Wait for it, or/);
  expect((await readdir(inPlace('backup'))).toSorted()).toEqual([
    'events.ndjson',
    'files.ndjson',
    'manifest.json',
    'vault.ndjson',
  ]);
});
