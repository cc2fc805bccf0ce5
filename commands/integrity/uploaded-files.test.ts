import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { openDiskFileStore } from '../file-store/disk/file-store.ts';
import type { FileStore } from '../file-store/port.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { verify } from './verify.ts';

let stores: TemporaryStores;
let files: FileStore;
beforeEach(async () => {
  stores = await openTemporaryStores();
  files = await openDiskFileStore({ directory: join(stores.directory, 'files') });
});
afterEach(() => stores[Symbol.asyncDispose]());

const codecOf = () =>
  createCodec({
    definitionOf,
    keys: createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(Buffer.alloc(32, 7)) }),
  });
const pathOf = (id: string) => join(stores.directory, 'files', id.slice(0, 2), id);
const check = () =>
  verify({ store: stores.store, codec: codecOf(), vault: stores.vault, arePositionsDense: true, files });

async function upload(id: string = randomUUID()): Promise<string> {
  const bytes = randomBytes(100);
  await files.put(id, bytes);
  const data = {
    organizationId: 'school',
    target: 'answer',
    targetId: null,
    uploadType: null,
    mediaType: 'application/pdf',
    size: bytes.length,
  };
  const personal = { fileName: 'diploma.pdf', uploaderEmail: null };
  const log = createEventLog({ store: stores.store, codec: codecOf() });
  await log.append(`file-${id}`, undefined, [{ type: 'FileUploaded', data, personal }], newCommandContext());
  return id;
}

async function recordDeletion(id: string): Promise<void> {
  const log = createEventLog({ store: stores.store, codec: codecOf() });
  const [uploaded] = await log.readStream(`file-${id}`);
  const deleted = { type: 'FileDeleted', data: { reason: 'unused' } };
  await log.append(`file-${id}`, uploaded, [deleted], newCommandContext());
}

test('files that match the log are sound, and a deleted one is not missing', async () => {
  await upload();
  const deleted = await upload();
  await recordDeletion(deleted);
  await files.delete(deleted);
  expect(await check()).toMatchObject({ isSound: true, files: { named: 1, missing: 0, damaged: 0 } });
});

test('missing and damaged files are named, and the log still counts as sound', async () => {
  const [lost, flipped, cut, exchanged, folder] = await Promise.all([1, 2, 3, 4, 5].map(() => upload()));
  await rm(pathOf(lost as string));
  const bytes = await readFile(pathOf(flipped as string));
  await writeFile(pathOf(flipped as string), bytes.fill((bytes[3] ?? 0) ^ 1, 3, 4));
  await writeFile(pathOf(cut as string), '');
  await files.put(exchanged as string, Buffer.from('not what was uploaded'));
  await rm(pathOf(folder as string));
  await mkdir(pathOf(folder as string));

  const report = await check();
  expect(report).toMatchObject({ isSound: false, files: { named: 5, missing: 1, damaged: 4 }, problemCount: 5 });
  expect(report.problems.join('\n')).toContain(`The file ${lost} is missing (answer, 100 bytes, organization school,`);
  for (const id of [flipped, cut, exchanged, folder]) {
    expect(report.problems.join('\n')).toContain(`The file ${id} is damaged (answer, 100 bytes`);
  }
  expect(report.newAnchor).toMatchObject({ count: 5 });
});

test('a lost folder is many missing files', async () => {
  for (let n = 0; n < 3; n += 1) await upload();
  await rm(join(stores.directory, 'files'), { recursive: true });
  expect(await check()).toMatchObject({ isSound: false, files: { named: 3, missing: 3, damaged: 0 } });
});

test('a file that no event names is no problem, and noted if it is damaged', async () => {
  const id = randomUUID();
  await files.put(id, Buffer.from('an upload that ended early'));
  expect(await check()).toMatchObject({ isSound: true, files: { named: 0 } });
  await writeFile(pathOf(id), 'damaged');
  const report = await check();
  expect(report).toMatchObject({ isSound: true, problems: [], files: { named: 0, missing: 0, damaged: 0 } });
  expect(report.notes).toEqual([
    `The file ${id} is damaged, but no upload in the log names it, so nothing is lost: the daily sweep removes it`,
  ]);
});

test('a file that is deleted while the log is being compared is not missing', async () => {
  const id = await upload();
  const { list } = files;
  files = {
    ...files,
    async list(options) {
      await recordDeletion(id);
      await files.delete(id);
      return list(options);
    },
  };
  expect(await check()).toMatchObject({ isSound: true, files: { named: 1, missing: 0 } });
});
