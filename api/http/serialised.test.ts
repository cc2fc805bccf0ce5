import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTextCache } from './serialised.ts';

test('a text is made anew for other parts, and keeps none of them alive', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  const texts = createTextCache<object>();
  const source = {};
  let made = 0;
  const textOf = (...rest: readonly unknown[]) =>
    texts.textOf(source, rest, () => {
      made += 1;
      return made;
    });
  const process = new WeakRef({ label: 'A large process' });
  const ofProcess = () => textOf('viewer', process.deref(), null, 2);
  expect([ofProcess(), ofProcess(), textOf('admin', process.deref(), null, 2)]).toEqual(['1', '1', '2']);
  expect([textOf('admin', { label: 'A large process' }, null, 2), textOf('admin', {}, null, 2)]).toEqual(['3', '4']);
  ofProcess();
  await nextTurn();
  collect();
  expect(process.deref()).toBeUndefined();
  expect(source).toEqual({});
});
