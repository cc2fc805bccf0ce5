import { expect, test } from 'vitest';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import type { EventPage } from '../../projections/engine/event-source.ts';
import { createReadCache } from './read-cache.ts';

interface Named {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly name: string;
}

/** A read model whose one document the test renames, and which counts how often it is asked. */
function setUp(most?: number) {
  const cache = createReadCache(most);
  const model = { name: 'before', asked: 0 };
  const document = async (): Promise<Named> => {
    model.asked += 1;
    return { _id: '1', _pos: 1n, name: model.name };
  };
  const readModel = cache.cached<Named>('batch', {
    get: document,
    getMany: async () => [await document()],
    find: async () => ({ documents: [await document()] }),
    count: async () => 1,
  });
  const page = (position: bigint, ...streams: string[]): EventPage => ({
    events: streams.map((stream) => ({ stream }) as Recorded<never>),
    position,
  });
  return { cache, model, readModel, page };
}

test('what was answered is not asked again, until something of the kind happens', async () => {
  const { cache, model, readModel, page } = setUp();
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(1);
  model.name = 'after';
  cache.folded(page(1n, 'application-1'));
  expect((await readModel.get('1'))?.name).toBe('before');
  cache.folded(page(2n, 'batch-1'));
  expect((await readModel.get('1'))?.name).toBe('after');
  expect((await readModel.find({ slug: 'x' })).documents[0]?.name).toBe('after');
  expect(model.asked).toBe(3);
});

test('who has appended reads through until the read models have followed', async () => {
  const { cache, model, readModel, page } = setUp();
  await readModel.get('1');
  cache.appended('batch-1', 5n);
  model.name = 'after';
  expect((await readModel.get('1'))?.name).toBe('after');
  cache.folded(page(4n));
  await readModel.get('1');
  expect(model.asked).toBe(3);
  cache.folded(page(5n, 'batch-1'));
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(4);
});

test('an append that the read models had followed before it was answered holds nothing up', async () => {
  const { cache, model, readModel, page } = setUp();
  cache.folded(page(5n, 'batch-1'));
  cache.appended('batch-1', 5n);
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(1);
});

test('a failure is not cached, and an answer that was asked for before a change is not kept after it', async () => {
  const { cache, page } = setUp();
  let answer: (name: string) => void = () => {};
  let isDown = true;
  const readModel = cache.cached<Named>('process', {
    get: () =>
      isDown
        ? Promise.reject(new Error('away'))
        : new Promise((resolve) => {
            answer = (name) => resolve({ _id: '1', name });
          }),
    getMany: async () => [],
    find: async () => ({ documents: [] }),
    count: async () => 0,
  });
  await expect(readModel.get('1')).rejects.toThrow('away');
  isDown = false;
  const early = readModel.get('1');
  cache.folded(page(1n, 'process-1'));
  answer('before');
  expect((await early)?.name).toBe('before');
  const late = readModel.get('1');
  answer('after');
  expect((await late)?.name).toBe('after');
});

test('answers are remembered up to a size, however they are combined', async () => {
  const { model, readModel } = setUp(100_000);
  model.name = 'x'.repeat(40_000);
  for (const id of ['1', '2', '3']) await readModel.getMany([id]);
  expect(model.asked).toBe(3);
  await readModel.getMany(['3']);
  expect(model.asked).toBe(3);
  await readModel.getMany(['1']);
  expect(model.asked).toBe(4);
  model.name = 'x'.repeat(200_000);
  await readModel.get('4');
  await readModel.get('4');
  expect(model.asked).toBe(6);
});
