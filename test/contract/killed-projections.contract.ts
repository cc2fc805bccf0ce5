import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { isUnfoldable, nthShopEvent, pickyShops, plainFold, type Shop } from '../support/shop.ts';

const AT_ONCE = 7;
const KILLS = Number(process.env.KILLS ?? 8);
const MORE_EVENTS = 500;

export interface KilledStore {
  /** A program's expression with `from`, which imports by a path from the repository's root. */
  readonly program: string;
  open(): Promise<{ readonly store: DocumentStore; close(): Promise<void> }>;
  dispose(): Promise<void>;
}

/** The same in each process: ids derive from the position. */
function sharedLog(length: number): MemoryLog {
  const log = new MemoryLog('shared');
  for (let n = 0; n < length; n += 1) {
    const event = log.append(`shop-${n % 53}`, nthShopEvent(n));
    log.events[n] = { ...event, id: `event-${n}` };
  }
  return log;
}

/** Feeds the engine a few events at a time until it is killed. */
const victim = (program: string, isShared: boolean) => `
  import { setTimeout as pause } from 'node:timers/promises';
  const from = (path) => import(${JSON.stringify(join(import.meta.dirname, '../../'))} + path);
  const { MemoryLog } = await from('test/support/memory-log.ts');
  const { nthShopEvent, pickyShops } = await from('test/support/shop.ts');
  const { createEngine } = await from('projections/engine/engine.ts');
  const log = new MemoryLog('shared');
  const next = () => {
    const n = log.events.length;
    const event = log.append('shop-' + (n % 53), nthShopEvent(n));
    log.events[n] = { ...event, id: 'event-' + n };
  };
  const { store } = await (${program});
  const live = await store.collection({ name: 'shops@1.1', indexes: ['name'] }).get('$checkpoint');
  while (log.events.length < Number(live?._pos ?? 0n)) next();
  const engine = createEngine({ log, readModels: store, projections: [pickyShops], isShared: ${isShared} });
  await engine.start();
  engine.lead(new AbortController().signal, (await engine.newestTerm()) + 1);
  await engine.whenServing();
  process.stdout.write('started\\n');
  for (;;) {
    for (let n = 0; n < ${AT_ONCE}; n += 1) next();
    await pause(5);
    if (${isShared}) await engine.waitFor(BigInt(log.events.length));
  }
`;

/** Kills the folding process at varying moments, and starts the next one on its data. */
export function killedProjectionsContract(
  name: string,
  { openStore, isShared }: { openStore: () => Promise<KilledStore>; isShared: boolean },
): void {
  test(
    `killed ${KILLS} times between writes and checkpoints, the read model on ${name} equals a plain fold`,
    async () => {
      const place = await openStore();
      for (let round = 0; round < KILLS; round += 1) {
        const child = spawn(process.execPath, ['--input-type=module', '--eval', victim(place.program, isShared)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const exit = once(child, 'exit');
        await Promise.race([once(child.stdout, 'data'), exit]);
        // A write to a server takes longer than one to a file.
        const step = isShared ? 40 : 5;
        // Checkpoints are half a second apart: every other kill comes about when the second one is saved.
        const until = (round % 2) * 500 + (1 + (round % 8)) * step;
        const patience = setTimeout(() => child.kill('SIGKILL'), 2 + until);
        expect(await exit).toEqual([null, 'SIGKILL']);
        clearTimeout(patience);
      }
      const again = await place.open();
      const stored = await again.store.collection({ name: 'shops@1.1', indexes: ['name'] }).find({});
      // Documents are ahead of the checkpoint.
      const reached = Math.max(...stored.documents.map(({ _pos }) => Number(_pos)));
      expect(reached).toBeGreaterThan(KILLS);
      const end = reached + MORE_EVENTS;
      const log = sharedLog(end);
      const engine = createEngine({ log, readModels: again.store, projections: [pickyShops], isShared });
      await engine.start();
      engine.lead(new AbortController().signal, (await engine.newestTerm()) + 1);
      await engine.whenServing();
      expect(await engine.waitFor(BigInt(end), { timeoutMs: 60_000 })).toBe('reached');
      const { documents } = await engine.collection<Shop>(pickyShops).find({});
      const streams = Map.groupBy(log.events, ({ stream }) => stream).values();
      const poisoned = [...streams].filter((events) => events.some(isUnfoldable));
      const missed = new Set(poisoned.flatMap((events) => events.slice(events.findIndex(isUnfoldable))));
      const expected = plainFold(log.events.filter((event) => !missed.has(event)));
      const contents = ({ _id, name: shop, amounts }: Shop) => [_id, shop, amounts] as const;
      expect(documents.map(contents).toSorted()).toEqual([...expected.values()].map(contents).toSorted());
      const [status] = (await engine.status()).projections;
      expect(status?.generation).toBe('shops@1.1');
      expect(poisoned.length).toBeGreaterThan(3);
      expect(status?.quarantined.count).toBe(poisoned.length);
      const counts = status?.quarantined.documents.map(({ missed: count }) => count + 1) ?? [];
      expect(counts.reduce((sum, count) => sum + count)).toBe(missed.size);
      expect(await Array.fromAsync(engine.compareWithFreshFold(['shops']))).toEqual([]);
      await engine.stop();
      await again.close();
      await place.dispose();
    },
    KILLS * 10_000,
  );
}
