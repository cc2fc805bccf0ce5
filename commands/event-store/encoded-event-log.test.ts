import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { uuidV5 } from '../context/identity.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { createCodec } from './codec.ts';
import { createEventLog } from './encoded-event-log.ts';
import type { DecodedPage } from './event-log.ts';
import { type EventStore, type EventToStore, START, StoreUnavailable, WrongExpectedRevision } from './port.ts';

const comment = (message: string) => ({ type: 'CommentAdded', data: { commentId: 'c' }, personal: { message } });
const renamed = { type: 'BatchStatusChanged', data: { status: 'Open' } };

function openLog(
  { store, vault }: Pick<TemporaryStores, 'store' | 'vault'>,
  masterKey = createSecretKey(randomBytes(32)),
) {
  const keys = createSubjectKeys({ vault, masterKey });
  return {
    keys,
    masterKey,
    log: createEventLog({ store, codec: createCodec({ definitionOf, keys }), backoff: { first: 1, attempts: 3 } }),
  };
}

/** Loses its first answers, before or after the append. */
function losing(store: EventStore, losses: ('before' | 'after')[]) {
  const sent: (readonly EventToStore[])[] = [];
  const left = [...losses];
  return {
    sent,
    store: {
      ...store,
      async append(stream: string, revision: number, events: readonly EventToStore[]) {
        sent.push(events);
        const loss = left.shift();
        if (loss === 'before') throw new StoreUnavailable('away');
        const appended = await store.append(stream, revision, events);
        if (loss === 'after') throw new StoreUnavailable('away');
        return appended;
      },
    },
  };
}

describe('an appended event', () => {
  test('is read back as returned, from its stream and from the log', async () => {
    await using stores = await openTemporaryStores();
    const { log } = openLog(stores);
    const first = await log.append('application-1', undefined, [comment('one')], newCommandContext());
    const second = await log.append('application-1', first.events[0], [comment('two')], newCommandContext());
    const events = [...first.events, ...second.events];
    expect(second).toMatchObject({ revision: 1, position: 2n });
    expect(await log.readStream('application-1')).toEqual(events);
    expect(await log.readAll({ after: START, limit: 10 })).toEqual({ events, position: 2n });
    expect(await log.readStream('application-2')).toEqual([]);
    expect(await log.head()).toBe(2n);
  });

  test('is delivered to subscribers, earlier and later ones', async () => {
    await using stores = await openTemporaryStores();
    const { log } = openLog(stores);
    await log.append('batch-1', undefined, [renamed], newCommandContext());
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { events } of log.subscribe({ after: START, signal: stop.signal })) {
      seen.push(...events.map(({ stream }) => stream));
      if (seen.length === 1) await log.append('batch-2', undefined, [renamed], newCommandContext());
      else stop.abort();
    }
    expect(seen).toEqual(['batch-1', 'batch-2']);
  });
});

describe('after an unknown outcome', () => {
  test.each([['before'], ['after'], ['after', 'after'], ['before', 'after']] as ('before' | 'after')[][])(
    'the same bytes are sent again (lost %s)',
    async (...losses) => {
      await using stores = await openTemporaryStores();
      const { sent, store } = losing(stores.store, losses);
      const { log } = openLog({ store, vault: stores.vault });
      const { events } = await log.append('application-1', undefined, [comment('one')], newCommandContext());
      expect(sent).toHaveLength(losses.length + 1);
      for (const again of sent) expect(again).toBe(sent[0]);
      expect(await log.readStream('application-1')).toEqual(events);
    },
  );

  test('it fails after a few attempts', async () => {
    await using stores = await openTemporaryStores();
    const { sent, store } = losing(stores.store, Array(9).fill('before'));
    const append = openLog({ store, vault: stores.vault }).log.append(
      'batch-1',
      undefined,
      [renamed],
      newCommandContext(),
    );
    await expect(append).rejects.toThrow(StoreUnavailable);
    expect(sent).toHaveLength(3);
  });
});

test('two processes with the same command append one event, and one of them finds that it is not its own', async () => {
  await using stores = await openTemporaryStores();
  const one = openLog(stores);
  const other = openLog(stores, one.masterKey);
  const context = newCommandContext(uuidV5('a key that both were given'));
  const appended = await one.log.append('application-1', undefined, [comment('one')], context);
  const again = other.log.append('application-1', undefined, [comment('one')], context);
  await expect(again).rejects.toThrow(WrongExpectedRevision);
  expect(await other.log.readStream('application-1')).toEqual(appended.events);
});

test.each([
  ['that only this process can have made costs no further read', randomUUID(), 0],
  ['that another process may make as well is compared with the stored events', uuidV5('a key'), 1],
])('where a store cannot report a repeat, a command %s', async (_, commandId, expected) => {
  await using stores = await openTemporaryStores();
  let reads = 0;
  const store: EventStore = {
    ...stores.store,
    async append(...append) {
      const { isRepeat, ...appended } = await stores.store.append(...append);
      return appended;
    },
    readStream(...read) {
      reads += 1;
      return stores.store.readStream(...read);
    },
  };
  const { log } = openLog({ store, vault: stores.vault });
  await log.append('batch-1', undefined, [renamed], newCommandContext(commandId));
  expect(reads).toBe(expected);
});

describe('a reader that folds little', () => {
  test('gets its types of its organization, each erasure, and the last event of a page, and decrypts nothing', async () => {
    await using stores = await openTemporaryStores();
    const { log } = openLog(stores);
    const append = (stream: string, event: AnyEvent, organizationId: string | null) =>
      log.append(stream, undefined, [event], { ...newCommandContext(), organizationId });
    await append('application-1', comment('own'), 'school');
    await append('application-2', comment('foreign'), 'other');
    await append('batch-1', renamed, 'school');
    await append('application-3', { type: 'PersonalDataErased', data: {} } as AnyEvent, 'other');
    await append('application-4', comment('last, foreign'), 'other');
    const interest = {
      types: new Set(['CommentAdded', 'PersonalDataErased']),
      organizations: new Set(['school']),
      isPersonal: false,
    };
    const { events, scanned, position } = await log.readAll({ after: START, limit: 10, interest });
    expect(events.map(({ stream }) => stream)).toEqual(['application-1', 'application-3', 'application-4']);
    expect(events.map(({ personal }) => personal ?? null)).toEqual([null, null, null]);
    expect({ scanned, position }).toEqual({ scanned: 5, position: 5n });
    const { events: all } = await log.readAll({ after: START, limit: 10, interest: { ...interest, isPersonal: true } });
    expect(all[0]?.personal).toEqual({ message: 'own' });
  });
});

describe('damage in the file', () => {
  const damage = (file: string, sql: string) => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  const filled = async () => {
    const stores = await openTemporaryStores();
    const { log } = openLog(stores);
    let last: Recorded<AnyEvent> | undefined;
    for (const message of ['one', 'two', 'three']) {
      last = (await log.append('application-1', last, [comment(message)], newCommandContext())).events[0];
    }
    return { stores, log };
  };

  test('ends a subscription by name, after the events before it', async () => {
    const { stores, log } = await filled();
    await using _ = stores;
    damage(stores.eventsFile, `UPDATE events SET data = replace(data, 'commentId', 'commentIt') WHERE position = 3`);
    const pages: DecodedPage[] = [];
    const follow = async () => {
      for await (const page of log.subscribe({ after: START, signal: AbortSignal.timeout(5000) })) pages.push(page);
    };
    await expect(follow()).rejects.toThrow('revision 2 of application-1 (position 3) does not match its hash');
    expect(pages.map(({ position }) => position)).toEqual([2n]);
  });

  test('a lost event, or one of an older copy, breaks the stream', async () => {
    const { stores, log } = await filled();
    await using _ = stores;
    damage(stores.eventsFile, 'DELETE FROM events WHERE position = 2');
    await expect(log.readStream('application-1')).rejects.toThrow('revision 1 is missing');
  });

  test('a replaced event breaks the chain', async () => {
    const openings = await Promise.all([openTemporaryStores(), openTemporaryStores()]);
    await using here = openings[0];
    await using elsewhere = openings[1];
    for (const stores of openings) {
      const { log } = openLog(stores);
      const first = await log.append('batch-1', undefined, [renamed], newCommandContext());
      await log.append('batch-1', first.events[0], [renamed], newCommandContext());
    }
    damage(here.eventsFile, 'DELETE FROM events WHERE position = 2');
    damage(
      here.eventsFile,
      `ATTACH '${elsewhere.eventsFile}' AS copy; INSERT INTO events SELECT * FROM copy.events WHERE position = 2`,
    );
    await expect(openLog(here).log.readStream('batch-1')).rejects.toThrow(
      'revision 1 of batch-1 (position 2) does not follow the event before it',
    );
  });
});

test('an erasure in another process takes effect here with its event', async () => {
  await using stores = await openTemporaryStores();
  const here = openLog(stores);
  const there = openLog(stores, here.masterKey);
  const { events } = await here.log.append('application-1', undefined, [comment('one')], newCommandContext());
  await there.keys.erase('application-1', '2026-03-03T00:00:00.000Z');
  await there.log.append('application-1', events[0], [{ type: 'PersonalDataErased', data: {} }], newCommandContext());
  expect((await here.log.readStream('application-1'))[0]).toMatchObject({ type: 'CommentAdded', personal: null });
});
