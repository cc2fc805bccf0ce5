import { expect, test } from 'vitest';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { PastCache } from './past-cache.ts';
import { PastDocuments, PastTooFar } from './past-documents.ts';
import { projection } from './projection.ts';

interface Thing {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly name: string;
}

const things = projection<Thing, AnyEvent>({
  name: 'things',
  version: 0,
  indexes: [],
  id: ({ stream }) => idOf(stream),
  streams: (id) => [`thing-${id}`],
  on: { Named: (_, { stream, data }: Recorded<AnyEvent>) => ({ _id: idOf(stream), name: (data as Thing).name }) },
});

/** Each thing is named twice; the past is the position after all first names. */
function twice(ids: readonly string[]) {
  const log = new MemoryLog();
  const name = (word: string) => (id: string) => log.append(`thing-${id}`, { type: 'Named', data: { name: word } });
  ids.forEach(name('before'));
  const past = log.events.at(-1)?.position ?? 0n;
  const stored = (id: string): Thing => ({ _id: id, _pos: name('after')(id).position, name: 'after' });
  const present = new Map(ids.map((id) => [id, stored(id)] as const));
  const read: string[] = [];
  const source = {
    readStream(stream: string) {
      if (stream.startsWith('thing-')) read.push(idOf(stream));
      return log.readStream(stream);
    },
  };
  const wanted = (organizationId: string, some: readonly string[]) => ({
    organizationId,
    stored: some.flatMap((id) => present.get(id) ?? []),
  });
  return { source, past, read, wanted };
}

test('a school that looks at many past documents does not evict those of another', async () => {
  const small = ['a', 'b'];
  const large = Array.from({ length: 100 }, (_, n) => `l${n}`);
  const { source, past, read, wanted } = twice([...small, ...large]);
  const documents = new PastDocuments(source, { cache: new PastCache(20_000) });
  const look = (organizationId: string, some: readonly string[]) =>
    documents.asOf(things, wanted(organizationId, some), past);
  expect(await look('small', small)).toMatchObject([{ name: 'before' }, { name: 'before' }]);
  await look('large', large);
  read.length = 0;
  await look('small', small);
  expect(read).toEqual([]);
  await look('large', large.slice(-10));
  expect(read, 'the newest of the large school').toEqual([]);
  await look('large', large.slice(0, 10));
  expect(read, 'more than the cache holds').toEqual(large.slice(0, 10));
});

test('a call reads as many events as its limit allows, and refuses more', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => `t${n}`);
  const { source, past, wanted } = twice(ids);
  const within = new PastDocuments(source, { mostEvents: 200 });
  expect(await within.asOf(things, wanted('o', ids), past)).toHaveLength(100);
  const beyond = new PastDocuments(source, { mostEvents: 100 });
  await expect(beyond.asOf(things, wanted('o', ids), past)).rejects.toThrow(PastTooFar);
});
