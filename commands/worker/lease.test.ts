import { afterEach, expect, test, vi } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { Vault } from '../vault/vault.ts';
import { type Lease, takePart } from './lease.ts';

const PACE = { look: 25, renew: 75, hold: 600, expiry: 900 };

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function openVault(): Promise<Vault> {
  const stores = await openTemporaryStores();
  cleanUp.push(async () => stores[Symbol.asyncDispose]());
  return stores.vault;
}

interface Worker {
  readonly lease: Lease;
  readonly terms: { from: number; to: number; why?: string }[];
  readonly isWorking: () => boolean;
}

function startWorker(vault: Vault, endsAfter = 0, newestTerm?: () => Promise<number>): Worker {
  const terms: Worker['terms'] = [];
  const lease = takePart({
    vault,
    pace: PACE,
    ...(newestTerm && { newestTerm }),
    onProblem: () => {},
    work: (signal) =>
      new Promise((resolve) => {
        const term: Worker['terms'][number] = { from: performance.now(), to: Number.POSITIVE_INFINITY };
        terms.push(term);
        const end = () => {
          term.why = (signal.reason as DOMException).message;
          setTimeout(() => {
            term.to = performance.now();
            resolve();
          }, endsAfter);
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      }),
  });
  cleanUp.push(() => lease.stop());
  return { lease, terms, isWorking: () => terms.at(-1)?.to === Number.POSITIVE_INFINITY };
}

function cuttable(vault: Vault): Vault & { cut(): void; mend(): void } {
  let isCut = false;
  const guarded = <Method extends (...input: never[]) => Promise<unknown>>(method: Method): Method =>
    ((...input: never[]) => (isCut ? Promise.reject(new Error('away')) : method(...input))) as Method;
  return {
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    collection: (spec) => {
      const { get, getMany, find, count, insert, replace, delete: remove } = vault.collection(spec);
      const methods = { get, getMany, find, count, insert, replace, delete: remove };
      return Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [name, guarded(method as never)]),
      ) as never;
    },
  };
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 5 });

test('of many processes exactly one leads', async () => {
  const vault = await openVault();
  const workers = Array.from({ length: 5 }, () => startWorker(vault));
  await until(() => workers.some(({ isWorking }) => isWorking()));
  const began = performance.now();
  await until(() => performance.now() - began > 1.5 * PACE.expiry);
  const terms = workers.flatMap((worker) => worker.terms).toSorted((one, other) => one.from - other.from);
  for (const [index, term] of terms.slice(1).entries()) expect(term.from).toBeGreaterThan(terms[index]?.to ?? 0);
  expect(workers.filter(({ isWorking }) => isWorking())).toHaveLength(1);
});

test('a leader that stops ends its work first, then releases the lease at once', async () => {
  const vault = await openVault();
  const first = startWorker(vault, 50);
  await until(first.isWorking);
  const second = startWorker(vault);
  await first.lease.stop();
  const released = performance.now();
  await until(second.isWorking);
  expect(performance.now() - released).toBeLessThan(PACE.expiry);
  expect(second.terms[0]?.from).toBeGreaterThanOrEqual(first.terms[0]?.to ?? Number.POSITIVE_INFINITY);
  expect(first.terms[0]?.why).toBe('The process stops');
});

test('a leader that cannot renew has stopped before a standby takes over, and is a standby afterwards', async () => {
  const vault = await openVault();
  const away = cuttable(vault);
  const first = startWorker(away);
  await until(first.isWorking);
  const second = startWorker(vault);
  away.cut();
  await until(second.isWorking);
  expect(first.terms[0]?.to).toBeLessThan(second.terms[0]?.from ?? 0);
  expect(first.terms[0]?.why).toBe('The lease could not be renewed in time');
  away.mend();
  await second.lease.stop();
  await until(first.isWorking);
  expect(first.terms[1]?.from).toBeGreaterThan(second.terms[0]?.to ?? Number.POSITIVE_INFINITY);
});

test('a lease counts from the start of its last renewal, however late the answer to it is', async () => {
  const vault = await openVault();
  const begun: number[] = [];
  const leader = startWorker({
    collection: (spec) => {
      const { get, getMany, find, count, insert, replace, delete: remove } = vault.collection(spec);
      /** The first answer is late, and the second one comes when the work has ended. */
      const late: typeof replace = async (...input) => {
        begun.push(performance.now());
        const isDone = await replace(...input);
        if (begun.length === 1) await new Promise((resolve) => setTimeout(resolve, 0.7 * PACE.hold));
        else await until(() => !leader.isWorking());
        return isDone;
      };
      return { get, getMany, find, count, insert, replace: late, delete: remove } as never;
    },
  });
  await until(() => Number.isFinite(leader.terms[0]?.to));
  expect(leader.terms[0]?.why).toBe('The lease could not be renewed in time');
  expect((leader.terms[0]?.to ?? 0) - (begun[0] ?? 0)).toBeLessThan(PACE.expiry);
});

test('a leader that was cut off leads again at once if no other has taken over', async () => {
  const away = cuttable(await openVault());
  const alone = startWorker(away);
  await until(alone.isWorking);
  away.cut();
  await until(() => alone.lease.held === null);
  away.mend();
  const back = performance.now();
  await until(alone.isWorking);
  expect(performance.now() - back).toBeLessThan(PACE.expiry / 2);
  expect(alone.terms).toHaveLength(2);
});

test('a leader that sees a higher number from any process stops', async () => {
  const vault = await openVault();
  const first = startWorker(vault);
  await until(first.isWorking);
  const leases = vault.collection({ name: 'leases', indexes: ['n'] });
  await leases.insert({ _id: 'worker:2', n: 2, holder: 'another', beat: 0, isReleased: false } as { _id: string });
  await until(() => !first.isWorking());
  await until(first.isWorking);
  expect(await leases.get('worker:3')).toMatchObject({ n: 3 });
});

test('a standby takes no late answer for the silence of a leader', async () => {
  const vault = await openVault();
  const first = startWorker(vault);
  await until(first.isWorking);
  const looks: Promise<unknown>[] = [];
  const second = startWorker({
    collection: (spec) => {
      const { get, getMany, find, count, insert, replace, delete: remove } = vault.collection(spec);
      /** The second answer is as old as the first one when it arrives. */
      const lateOnce = async (...query: Parameters<typeof find>) => {
        const [earlier] = looks;
        const found = looks.length === 1 ? earlier : find(...query);
        looks.push(found as Promise<unknown>);
        if (looks.length === 2) await new Promise((resolve) => setTimeout(resolve, 1.1 * PACE.expiry));
        return found;
      };
      return { get, getMany, find: lateOnce, count, insert, replace, delete: remove } as never;
    },
  });
  await until(() => looks.length >= 5);
  expect([first.lease.held, second.lease.held]).toEqual([1, null]);
  expect(second.terms).toEqual([]);
});

test('a process that was frozen while others led does not take an old number for a new one', async () => {
  const vault = await openVault();
  const leases = vault.collection<{ readonly _id: string }>({ name: 'leases', indexes: ['n'] });
  const term = (n: number, isReleased: boolean) =>
    ({ _id: `worker:${n}`, n, holder: 'another', beat: 0, isReleased }) as { _id: string };
  await leases.insert(term(1, true));
  let isAsleep = true;
  const sleeper = startWorker({
    collection: (spec) => {
      const { get, getMany, find, count, insert, replace, delete: remove } = vault.collection(spec);
      const late: typeof insert = async (document) => {
        if (isAsleep) {
          await leases.delete('worker:1');
          await leases.insert(term(9, false));
        }
        isAsleep = false;
        return insert(document);
      };
      return { get, getMany, find, count, insert: late, replace, delete: remove } as never;
    },
  });
  await until(() => !isAsleep);
  await until(sleeper.isWorking);
  expect(await leases.get('worker:10')).toBeDefined();
  expect(await leases.get('worker:2')).toBeUndefined();
  expect(sleeper.terms).toHaveLength(1);
});

test('a term is greater than those of the read models, and one of many gets it whatever each has seen', async () => {
  const vault = await openVault();
  const seen = [56, 57, 55, 57];
  const workers = seen.map((newest) => startWorker(vault, 0, async () => newest));
  await until(() => workers.some(({ isWorking }) => isWorking()));
  const began = performance.now();
  await until(() => performance.now() - began > 1.5 * PACE.expiry);
  expect(workers.flatMap((worker) => worker.terms)).toHaveLength(1);
  const first = workers.find(({ isWorking }) => isWorking()) as Worker;
  const term = first.lease.held ?? 0;
  expect(term).toBe((seen[workers.indexOf(first)] ?? 0) + 1);
  await first.lease.stop();
  await until(() => workers.some((worker) => worker !== first && worker.isWorking()));
  expect(Math.max(...workers.map(({ lease }) => lease.held ?? 0))).toBeGreaterThan(term);
});
