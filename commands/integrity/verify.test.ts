import { createSecretKey, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { type VerifyProgress, verify } from './verify.ts';

const STREAMS = ['application-1', 'application-2', 'application-3'];

async function openSchool() {
  const stores = await openTemporaryStores();
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  const codec = createCodec({ definitionOf, keys });
  const log = createEventLog({ store: stores.store, codec });
  const append = async (stream: string, event: AnyEvent) =>
    log.append(stream, (await log.readStream(stream)).at(-1), [event], newCommandContext());
  const addComments = async () => {
    for (const stream of STREAMS) {
      await append(stream, { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'Hello' } });
    }
  };
  for (let round = 0; round < 4; round += 1) await addComments();
  return {
    ...stores,
    keys,
    addComments,
    check: (options: Partial<Parameters<typeof verify>[0]> = {}) =>
      verify({ store: stores.store, codec, vault: stores.vault, arePositionsDense: true, ...options }),
    change: (sql: string) => {
      const database = new DatabaseSync(stores.eventsFile);
      database.exec(sql);
      database.close();
    },
    async [Symbol.asyncDispose]() {
      await stores[Symbol.asyncDispose]();
    },
  };
}

describe('a sound log', () => {
  test('is sound, reports progress, and becomes the anchor of the next run', async () => {
    await using school = await openSchool();
    const progress: VerifyProgress[] = [];
    const first = await school.check({ onProgress: (step) => progress.push(step) });
    expect(first).toMatchObject({ isSound: true, events: 12, streams: 3, head: 12n, problems: [] });
    expect(first).not.toHaveProperty('checkedAnchor');
    expect(progress.at(-1)).toEqual({ events: 12, position: 12n, head: 12n });
    await school.addComments();
    const second = await school.check();
    expect(second).toMatchObject({ isSound: true, events: 15, checkedAnchor: first.newAnchor });
    expect((await school.check()).newAnchor).toEqual(second.newAnchor);
  });

  test('is reported as far as its head, also while events are added', async () => {
    await using school = await openSchool();
    const progress: VerifyProgress[] = [];
    const store: typeof school.store = {
      ...school.store,
      async readAll(options) {
        await school.addComments();
        return school.store.readAll(options);
      },
    };
    const report = await school.check({ store, onProgress: (step) => progress.push(step) });
    expect(report).toMatchObject({ isSound: true, events: 12, head: 12n });
    expect(progress).toEqual([{ events: 12, position: 12n, head: 12n }]);
  });

  test('may be empty', async () => {
    await using stores = await openTemporaryStores();
    const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
    const options = { store: stores.store, codec: createCodec({ definitionOf, keys }), vault: stores.vault };
    for (const _ of [1, 2]) {
      expect(await verify({ ...options, arePositionsDense: true })).toMatchObject({ isSound: true, events: 0 });
    }
  });

  test('may hold erased people', async () => {
    await using school = await openSchool();
    await school.keys.erase('application-2', '2026-03-03T00:00:00.000Z');
    expect(await school.check()).toMatchObject({ isSound: true, events: 12 });
  });
});

describe('damage is found', () => {
  test.each([
    [
      'a changed word',
      `UPDATE events SET data = replace(data, '"c"', '"d"') WHERE position = 5`,
      'position 5) does not match its hash',
    ],
    ['a lost tail', 'DELETE FROM events WHERE position > 10', 'reached 12 at the last run: its tail is lost'],
    ['a lost end of one stream', 'DELETE FROM events WHERE position = 11', 'Position 12 follows 10'],
    ['a lost stream', `DELETE FROM events WHERE stream = 'application-1'`, 'its past has changed'],
    [
      'a gap in a stream',
      'DELETE FROM events WHERE position = 5',
      'application-2 revision 2 (position 8): expected revision 1',
    ],
    [
      'a lost beginning of a stream',
      'DELETE FROM events WHERE position = 2',
      'application-2 revision 1 (position 5): expected revision 0',
    ],
    ['a moved event', 'UPDATE events SET position = 99 WHERE position = 12', 'Position 99 follows 11'],
    ['everything lost', 'DELETE FROM events', 'its tail is lost'],
  ])('%s', async (_, sql, problem) => {
    await using school = await openSchool();
    const { newAnchor } = await school.check();
    school.change(sql);
    const report = await school.check();
    expect(report.isSound).toBe(false);
    expect(report.problems.join('\n')).toContain(problem);
    expect(report.checkedAnchor).toEqual(newAnchor);
    expect(report).not.toHaveProperty('newAnchor');
    expect(await school.check()).toEqual(report);
  });

  test('a tail exchanged for another of the same length', async () => {
    await using school = await openSchool();
    await school.check();
    school.change('DELETE FROM events WHERE position > 9');
    await school.addComments();
    expect((await school.check()).problems.join('\n')).toContain('its past has changed');
  });

  test('a missing key', async () => {
    await using school = await openSchool();
    await school.vault.collection({ name: 'subjectKeys', indexes: [] }).delete('application-2');
    school.keys.evict('application-2');
    const report = await school.check();
    expect(report.problemCount).toBe(4);
    expect(report.problems[0]).toContain('the key of application-2 is missing');
  });

  test('another log beside the vault', async () => {
    await using school = await openSchool();
    await using other = await openSchool();
    await other.check();
    const report = await school.check({ vault: other.vault });
    expect(report.problems).toEqual([expect.stringContaining('belongs to another log')]);
  });

  test('a read model that differs from a fresh fold', async () => {
    await using school = await openSchool();
    const report = await school.check({
      async *compareReadModels() {
        yield { projection: 'applications', id: '1', members: ['status'] };
      },
    });
    expect(report.problems).toEqual(['Read model applications: 1 differs from a fresh fold in status']);
  });

  test('more than a hundred differences, of which a hundred are listed', async () => {
    await using school = await openSchool();
    const report = await school.check({
      async *compareReadModels() {
        for (let n = 0; n < 250; n += 1) yield { projection: 'applications', id: String(n), members: [] };
      },
    });
    expect(report).toMatchObject({ problemCount: 250, isSound: false });
    expect(report.problems).toHaveLength(100);
  });
});
