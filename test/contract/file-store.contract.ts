import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileDamaged, type FileStore } from '../../commands/file-store/port.ts';
import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';

export interface OpenedFileStore {
  readonly store: FileStore;
  reopen(): Promise<FileStore>;
  /** Like a failing disk. */
  damage(id: string, change: (stored: Buffer) => Buffer): Promise<void>;
  dispose(): Promise<void>;
}

export function fileStoreContract(name: string, open: () => Promise<OpenedFileStore>): void {
  describe(`file store: ${name}`, () => {
    let opened: OpenedFileStore;
    let store: FileStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    test.each([0, 1, 1000, FILE_LIMIT_BYTES - 1])('a file of %i bytes is read back as it was put', async (size) => {
      const [id, bytes] = [randomUUID(), randomBytes(size)];
      await store.put(id, bytes);
      expect((await store.get(id))?.equals(bytes)).toBe(true);
      expect((await (await opened.reopen()).get(id))?.equals(bytes)).toBe(true);
    });

    test('a file beyond the limit is a bug of the program', async () => {
      const id = randomUUID();
      await expect(store.put(id, Buffer.alloc(FILE_LIMIT_BYTES))).rejects.toBeInstanceOf(TypeError);
      expect(await store.get(id)).toBeUndefined();
    });

    test('a missing file is undefined', async () => {
      expect(await store.get(randomUUID())).toBeUndefined();
    });

    test('putting it again, or another in its place, leaves the last one', async () => {
      const id = randomUUID();
      for (const text of ['one', 'one', 'a longer one', '']) {
        await store.put(id, Buffer.from(text));
        expect((await store.get(id))?.toString()).toBe(text);
      }
      expect(await store.list({ limit: 10 })).toEqual([id]);
    });

    test('of many concurrent puts under one id, one is stored whole', async () => {
      const id = randomUUID();
      const versions = Array.from({ length: 8 }, (_, n) => Buffer.alloc(100_000, n));
      await Promise.all(versions.map((bytes) => store.put(id, bytes)));
      const standing = await store.get(id);
      expect(versions.some((bytes) => standing?.equals(bytes))).toBe(true);
    });

    test('deleting reports whether the file existed, to one of many concurrent callers', async () => {
      const id = randomUUID();
      await store.put(id, Buffer.from('x'));
      const answers = await Promise.all(Array.from({ length: 8 }, () => store.delete(id)));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await store.get(id)).toBeUndefined();
      expect(await store.delete(randomUUID())).toBe(false);
    });

    test('lists its ids in pages, in their order', async () => {
      const ids = Array.from({ length: 25 }, () => randomUUID()).sort();
      await Promise.all(ids.map((id) => store.put(id, Buffer.from(id))));
      for (const limit of [1, 7, 25, 100]) {
        const listed: string[] = [];
        for (;;) {
          const page = await store.list({ limit, ...(listed.length > 0 ? { after: listed.at(-1) as string } : {}) });
          listed.push(...page);
          if (page.length < limit) break;
        }
        expect(listed).toEqual(ids);
      }
    });

    test.each<[string, (stored: Buffer) => Buffer]>([
      ['a flipped bit', (stored) => Buffer.concat([Buffer.of((stored[0] as number) ^ 1), stored.subarray(1)])],
      ['its end missing', (stored) => stored.subarray(0, -1)],
      ['nothing left', () => Buffer.alloc(0)],
      ['something behind it', (stored) => Buffer.concat([stored, Buffer.of(0)])],
    ])('a file with %s is damaged, and nothing else is', async (_, change) => {
      const [id, other] = [randomUUID(), randomUUID()];
      await store.put(id, Buffer.from('content'));
      await store.put(other, Buffer.from('content'));
      await opened.damage(id, change);
      await expect(store.get(id)).rejects.toBeInstanceOf(FileDamaged);
      expect((await store.get(other))?.toString()).toBe('content');
    });

    test.each(['', 'a', '..', '../x', '/etc/passwd', 'a/b', 'a\\b', 'a.b', 'A1', 'a\0b', 'é1', `a${'b'.repeat(100)}`])(
      'the id %j is a mistake of the program',
      async (id) => {
        await expect(store.put(id, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError);
        await expect(store.get(id)).rejects.toBeInstanceOf(TypeError);
        await expect(store.delete(id)).rejects.toBeInstanceOf(TypeError);
      },
    );
  });
}
