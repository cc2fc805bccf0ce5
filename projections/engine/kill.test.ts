import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { opened, plainFold, type Shop, shops, sold } from '../../test/support/shop.ts';
import { createEngine } from './engine.ts';

const EVENTS = 3000;

/** The same log in each process: ids follow from the position. */
function sharedLog(): MemoryLog {
  const log = new MemoryLog('shared');
  for (let n = 0; n < EVENTS; n += 1) {
    const event = log.append(`shop-${n % 53}`, n < 53 ? opened(`shop ${n}`) : sold(n));
    log.events[n] = { ...event, id: `event-${n}` };
  }
  return log;
}

/** Feeds the engine a few events at a time and prints how far it is, until it is killed. */
const victim = (directory: string) => `
  import { setImmediate as nextTurn } from 'node:timers/promises';
  const from = (path) => import(${JSON.stringify(join(import.meta.dirname, '../../'))} + path);
  const { MemoryLog } = await from('test/support/memory-log.ts');
  const { openReadModels } = await from('test/support/read-models.ts');
  const { opened, shops, sold } = await from('test/support/shop.ts');
  const { createEngine } = await from('projections/engine/engine.ts');
  const log = new MemoryLog('shared');
  const next = () => {
    const n = log.events.length;
    const event = log.append('shop-' + (n % 53), n < 53 ? opened('shop ' + n) : sold(n));
    log.events[n] = { ...event, id: 'event-' + n };
  };
  const { store } = await openReadModels(${JSON.stringify(directory)});
  const live = await store.collection({ name: 'shops@1.1', indexes: ['name'] }).get('$checkpoint');
  while (log.events.length < Number(live?._pos ?? 0n)) next();
  const engine = createEngine({ log, readModels: store, projections: [shops] });
  await engine.start();
  engine.lead(new AbortController().signal);
  await engine.whenServing();
  process.stdout.write('started\\n');
  while (log.events.length < ${EVENTS}) {
    for (let n = 0; n < 7 && log.events.length < ${EVENTS}; n += 1) next();
    await nextTurn();
  }
  await engine.waitFor(${EVENTS}n);
  process.exit(0);
`;

let models: ReadModels;
beforeAll(async () => {
  models = await openReadModels();
  await models.close();
});
afterAll(() => removeReadModels(models));

test('killed again and again between writes and checkpoints, the read model equals a plain fold', async () => {
  let kills = 0;
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', victim(models.directory)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exit]);
    const patience = setTimeout(() => child.kill('SIGKILL'), 2 + round * 5);
    const [code] = await exit;
    clearTimeout(patience);
    if (code === null) kills += 1;
    else expect(code).toBe(0);
  }
  expect(kills).toBeGreaterThan(2);
  const log = sharedLog();
  const again = await openReadModels(models.directory);
  const engine = createEngine({ log, readModels: again.store, projections: [shops] });
  await engine.start();
  engine.lead(new AbortController().signal);
  await engine.whenServing();
  expect(await engine.waitFor(BigInt(EVENTS))).toBe('reached');
  const { documents } = await engine.collection<Shop>(shops).find({});
  expect(new Map(documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
  expect((await engine.status()).projections[0]?.generation).toBe('shops@1.1');
  await engine.stop();
  await again.close();
});
