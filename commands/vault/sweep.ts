import { setImmediate as nextTurn } from 'node:timers/promises';
import { inPages } from '../../timing/in-pages.ts';
import type { VaultCollection } from './vault.ts';

const PAGE = 100;
const DAY_MS = 24 * 3_600_000;

/** The smallest of an index first; an entry that changed meanwhile stays. */
export async function sweepOldest<Doc extends { readonly _id: string }>(
  entries: VaultCollection<Doc>,
  {
    by,
    isOver,
    filter = {},
    remove = (entry, guard) => entries.delete(entry._id, guard),
  }: {
    /** An index that grows with each use. */
    readonly by: keyof Doc & string;
    readonly isOver: (entry: Doc) => boolean;
    readonly filter?: Parameters<VaultCollection<Doc>['find']>[0];
    /** For entries that are also counted elsewhere; removes only what satisfies the guard. */
    readonly remove?: (entry: Doc, guard: Readonly<Record<string, string | number>>) => Promise<unknown>;
  },
): Promise<void> {
  for (;;) {
    const { documents } = await entries.find(filter, { sort: { by }, limit: PAGE });
    const over = documents.filter(isOver);
    await Promise.all(over.map((entry) => remove(entry, { [by]: entry[by] as string | number })));
    if (over.length < PAGE) return;
  }
}

/**
 * Removes entries without an event: of interrupted commands, or replaced. Commands take less than a day, so younger
 * entries stay, like those that cannot be checked.
 */
export async function sweepUnnamed<Doc extends { readonly _id: string; readonly createdAt: string }>(
  entries: VaultCollection<Doc>,
  {
    now,
    isNamed,
    signal,
  }: {
    readonly now: number;
    readonly isNamed: (entry: Doc) => Promise<boolean>;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  let failure: unknown;
  const judge = async (entry: Doc) => {
    if (Date.parse(entry.createdAt) > now - DAY_MS || (await isNamed(entry))) return;
    await entries.delete(entry._id, { createdAt: entry.createdAt });
  };
  for await (const { documents } of inPages((from) => entries.find({}, { limit: PAGE, ...from }))) {
    for (const entry of documents) {
      await judge(entry).catch((error: unknown) => {
        failure = error;
      });
      await nextTurn();
      if (signal.aborted) return;
    }
  }
  if (failure) throw failure;
}

export type Sweeps = Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;

/** Sequentially, now and daily; resolves when none runs after the signal's abort. */
export function sweepDaily(
  sweeps: Sweeps,
  onProblem: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const sweepAll = async () => {
    for (const [what, sweep] of Object.entries(sweeps)) {
      if (signal.aborted) return;
      await sweep(signal).catch((error: unknown) => onProblem(`The vault's ${what} could not be swept`, error));
    }
  };
  const start = () => {
    running = running.then(sweepAll);
  };
  if (signal.aborted) return running;
  start();
  const timer = setInterval(start, DAY_MS).unref();
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(timer);
      running.then(resolve);
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
