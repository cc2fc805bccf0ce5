import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { type EventStore, type EventToStore, NO_STREAM, StoreUnavailable } from '../event-store/port.ts';
import { openDiskFileStore } from '../file-store/disk/file-store.ts';
import type { FileStore } from '../file-store/port.ts';
import { createAnchors } from '../integrity/anchor.ts';
import { openHmacKey } from '../vault/hmac-key.ts';
import { createSubjectKeys, type SubjectKeys } from '../vault/subject-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { repeatErasures } from './erasures.ts';
import { eventLine } from './event-lines.ts';
import { exportEvents } from './export-events.ts';
import { openExportFile } from './export-file.ts';
import { type ImportResult, type ImportTarget, importLog } from './import-log.ts';
import { openUnfinishedImport, refuseUnfinishedImport } from './unfinished-import.ts';

const PASSPHRASE = 'a lantern in the dark';
const APPLICATIONS = 40;
const ROUNDS = 9;
const SUBMITTED = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'june', trackingNumber: 1, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.org', values: {} },
};
const ignore = () => {};

interface Place extends TemporaryStores {
  readonly files: FileStore;
  readonly masterKey: KeyObject;
  readonly keys: SubjectKeys;
  readonly codec: ReturnType<typeof createCodec>;
}

async function openPlace(): Promise<Place> {
  const stores = await openTemporaryStores();
  const masterKey = createSecretKey(randomBytes(32));
  const keys = createSubjectKeys({ vault: stores.vault, masterKey });
  const files = await openDiskFileStore({ directory: join(stores.directory, 'files') });
  return { ...stores, files, masterKey, keys, codec: createCodec({ definitionOf, keys }) };
}

async function allLines({ store }: { readonly store: EventStore }) {
  const { events } = await store.readAll({ after: 0n, limit: 10_000 });
  return events.map(eventLine);
}

let source: Place;
let target: Place;
let file: string;
beforeEach(async () => {
  target = await openPlace();
});
afterEach(() => target[Symbol.asyncDispose]());
beforeAll(async () => {
  source = await openPlace();
  file = join(source.directory, 'export.ndjson');
  await openHmacKey(source);
  await source.files.put('a-file', Buffer.from('a picture'));
  const log = createEventLog({ store: source.store, codec: source.codec });
  const streams = Array.from({ length: APPLICATIONS }, () => `application-${randomUUID()}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      streams.map(async (stream) => {
        const comment = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: `Hello ${round}` } };
        const events = [round === 0 ? SUBMITTED : comment, comment];
        await log.append(stream, (await log.readStream(stream)).at(-1), events, newCommandContext());
      }),
    );
  }
  await exportEvents(source, { file, passphrase: PASSPHRASE, createdAt: '2026-03-03T00:00:00.000Z' }, ignore);
});
afterAll(() => source[Symbol.asyncDispose]());

const COMMANDS = ['events import', 'restore'] as const;

async function move(
  into: Partial<ImportTarget> = {},
  { command = 'events import', from = file }: { command?: (typeof COMMANDS)[number]; from?: string } = {},
): Promise<ImportResult> {
  const { masterKey } = target;
  const opened = await openExportFile(from, { masterKey, passphrase: async () => PASSPHRASE });
  return importLog({ ...target, now: Date.now, ...into }, { command, source: opened, onProgress: ignore });
}

/** As in a power failure; the first ordered appends are written. */
function untilPowerCut(allowed: number): Pick<ImportTarget, 'store' | 'vault'> {
  let writes = 0;
  const write = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    writes += 1;
    return writes > allowed ? Promise.reject(new Error('power cut')) : work();
  };
  return {
    store: {
      ...target.store,
      async appendInOrder(appends) {
        for (let n = 0; n < appends.length; n += 10) {
          await write(() => target.store.appendInOrder(appends.slice(n, n + 10)));
        }
      },
    },
    vault: {
      collection: ((spec: Parameters<Vault['collection']>[0]) => {
        const documents = target.vault.collection<{ readonly _id: string }>(spec);
        return {
          ...documents,
          insert: (document: { readonly _id: string }) => write(() => documents.insert(document)),
          replace: (document: { readonly _id: string }) => write(() => documents.replace(document)),
          delete: (id: string) => write(() => documents.delete(id)),
        };
      }) as Vault['collection'],
    },
  };
}

describe('an import', () => {
  test('continues after any interruption, and blocks everything else meanwhile', async () => {
    let interruptions = 0;
    for (let allowed = 0; ; allowed += 13) {
      const moved = await move(untilPowerCut(allowed)).catch((error: Error) => {
        expect(error.message).toBe('power cut');
      });
      if (moved) break;
      interruptions += 1;
      if (allowed > 0) await expect(refuseUnfinishedImport(target.vault)).rejects.toThrow('is unfinished here');
    }
    expect(interruptions).toBeGreaterThan(6);
    await refuseUnfinishedImport(target.vault);
    expect(await openUnfinishedImport(target.vault).get()).toBeUndefined();
    const lines = await allLines(source);
    expect(lines).toHaveLength(2 * APPLICATIONS * ROUNDS);
    expect(await allLines(target)).toEqual(lines);
    const decoded = await target.codec.decode((await target.store.readAll({ after: 0n, limit: 1 })).events);
    expect(decoded[0]).toMatchObject({ personal: SUBMITTED.personal });
    expect(await openHmacKey(target)).toEqual(await openHmacKey(source));
    expect(await target.files.get('a-file')).toEqual(Buffer.from('a picture'));
  }, 60_000);

  test('survives an unavailable store, also one that wrote without an answer', async () => {
    let answers = 0;
    const store: EventStore = {
      ...target.store,
      async appendInOrder(appends) {
        answers += 1;
        if (answers === 1) throw new StoreUnavailable('away');
        await target.store.appendInOrder(appends);
        if (answers === 2) throw new StoreUnavailable('gone before it answered');
      },
    };
    await move({ store });
    expect(await allLines(target)).toEqual(await allLines(source));
  });

  test.each([
    [
      'into a stream that is imported',
      () => source.store.readAll({ after: 0n, limit: 1 }).then(({ events }) => events[0]?.stream),
    ],
    ['into another stream', async () => 'application-another'],
  ])('detects concurrent writes, %s', async (_, streamOf) => {
    const foreign: EventToStore = { id: randomUUID(), type: 'CommentDeleted', data: '{}', metadata: '{}' };
    let isWritten = false;
    const store: EventStore = {
      ...target.store,
      async appendInOrder(appends) {
        if (!isWritten) await target.store.append((await streamOf()) as string, NO_STREAM, [foreign]);
        isWritten = true;
        await target.store.appendInOrder(appends);
      },
    };
    await expect(move({ store })).rejects.toThrow(/Another process has written to|another process is writing/);
    await expect(refuseUnfinishedImport(target.vault)).rejects.toThrow('is unfinished here');
  });

  test('never undoes an erasure that was made here', async () => {
    const [first] = await allLines(source);
    const subject = first?.stream as string;
    await target.keys.erase(subject, '2026-03-04T00:00:00.000Z');
    expect(await move()).toMatchObject({ erased: 1 });
    expect([...(await target.keys.getMany([subject])).values()]).toEqual(['erased']);
    expect((await target.store.readStream(subject)).at(-1)?.type).toBe('PersonalDataErased');
  });

  test('continues with its own source and command only', async () => {
    const longer = join(source.directory, 'longer.ndjson');
    await move();
    const log = createEventLog({ store: target.store, codec: target.codec });
    await log.append(`application-${randomUUID()}`, undefined, [SUBMITTED], newCommandContext());
    await createAnchors(target.vault).clear();
    const store = { ...target.store, storeId: source.store.storeId };
    const createdAt = '2026-03-04T00:00:00.000Z';
    await exportEvents({ ...target, store }, { file: longer, passphrase: PASSPHRASE, createdAt }, ignore);
    for (const command of COMMANDS) {
      const half = await openPlace();
      await target[Symbol.asyncDispose]();
      target = half;
      await expect(move(untilPowerCut(70), { command })).rejects.toThrow('power cut');
      const standing = await allLines(target);
      const refusal = `"intake ${command}" is unfinished here. Run it again with the same source: it continues where it stopped. Nothing has been changed.`;
      for (const other of COMMANDS) {
        if (other !== command) await expect(move({}, { command: other })).rejects.toThrow(refusal);
        await expect(move({}, { command: other, from: longer })).rejects.toThrow(refusal);
      }
      expect(await allLines(target)).toEqual(standing);
      await move({}, { command });
      expect(await allLines(target)).toEqual(await allLines(source));
      await refuseUnfinishedImport(target.vault);
    }
  });

  test('removes the key of an erased person that an older vault contains', async () => {
    await move();
    const [first] = await allLines(target);
    const subject = first?.stream as string;
    const keys = target.vault.collection({ name: 'subjectKeys', indexes: [] });
    const [key] = await keys.getMany([subject]);
    await target.keys.erase(subject, '2026-03-04T00:00:00.000Z');
    const log = createEventLog({ store: target.store, codec: target.codec });
    await repeatErasures({ log, vault: target.vault, now: Date.now });
    await keys.replace(key as NonNullable<typeof key>);
    expect(await move({}, { command: 'restore' })).toMatchObject({ behind: 1, belongings: null });
    expect(await keys.get(subject)).toEqual({ _id: subject, erasedAt: expect.any(String) });
  });
});
