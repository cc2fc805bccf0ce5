import { expect, test } from 'vitest';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import type { EventPage } from '../../projections/engine/event-source.ts';
import { createMemory } from './memory.ts';

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** A read model whose one document the test renames, and which counts how often it is asked. */
function setUp() {
  const memory = createMemory();
  const model = { name: 'before', asked: 0 };
  const document = async (): Promise<Named> => {
    model.asked += 1;
    return { _id: '1', name: model.name };
  };
  const readModel = memory.remember<Named>('batch', {
    get: document,
    getMany: async () => [await document()],
    find: async () => ({ documents: [await document()] }),
    count: async () => 1,
  });
  const page = (position: bigint, ...streams: string[]): EventPage => ({
    events: streams.map((stream) => ({ stream }) as Recorded<never>),
    position,
  });
  return { memory, model, readModel, page };
}

test('what was answered is not asked again, until something of the kind happens', async () => {
  const { memory, model, readModel, page } = setUp();
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(1);
  model.name = 'after';
  memory.passed(page(1n, 'application-1'));
  expect((await readModel.get('1'))?.name).toBe('before');
  memory.passed(page(2n, 'batch-1'));
  expect((await readModel.get('1'))?.name).toBe('after');
  expect((await readModel.find({ slug: 'x' })).documents[0]?.name).toBe('after');
  expect(model.asked).toBe(3);
});

test('who has appended reads through until the read models have followed', async () => {
  const { memory, model, readModel, page } = setUp();
  await readModel.get('1');
  memory.appended('batch-1', 5n);
  model.name = 'after';
  expect((await readModel.get('1'))?.name).toBe('after');
  memory.passed(page(4n));
  await readModel.get('1');
  expect(model.asked).toBe(3);
  memory.passed(page(5n, 'batch-1'));
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(4);
});

test('an append that the read models had followed before it was answered holds nothing up', async () => {
  const { memory, model, readModel, page } = setUp();
  memory.passed(page(5n, 'batch-1'));
  memory.appended('batch-1', 5n);
  await readModel.get('1');
  await readModel.get('1');
  expect(model.asked).toBe(1);
});

test('a failure is not remembered, and an answer that was asked for before a change is not kept after it', async () => {
  const { memory, page } = setUp();
  let answer: (name: string) => void = () => {};
  let isDown = true;
  const readModel = memory.remember<Named>('process', {
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
  memory.passed(page(1n, 'process-1'));
  answer('before');
  expect((await early)?.name).toBe('before');
  const late = readModel.get('1');
  answer('after');
  expect((await late)?.name).toBe('after');
});
