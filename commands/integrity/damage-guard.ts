import { DamagedEvent } from '../event-store/damaged-event.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { type EventStore, StoreDamaged, StoreUnavailable } from '../event-store/port.ts';
import type { Damage, VerificationRecords } from './verification-records.ts';

/** Nothing is appended to a damaged log. Nothing of the append was written. */
export class LogDamaged extends StoreUnavailable {
  override readonly name = 'LogDamaged';
}

/** Knows whether the log or the vault is damaged, whoever has found it, and keeps the log from being written on. */
export interface DamageGuard {
  /** Null while none is known. */
  readonly damage: Damage | null;
  /** The first report counts; `what` is a sentence without its full stop. */
  report(what: string): void;
  /** Reports what an error says of damage, and nothing of any other. */
  reportError(error: unknown): void;
  /** An operator's verification has found the log sound. */
  clear(): Promise<void>;
  /** Looks up what was found before, or by another process. */
  look(): Promise<void>;
}

export function createDamageGuard({
  records,
  now,
  onDamage,
  onProblem,
}: {
  records: VerificationRecords;
  now: () => number;
  /** Told once of each damage. */
  onDamage: (damage: Damage) => void;
  onProblem: (message: string, error: unknown) => void;
}): DamageGuard {
  let damage: Damage | null = null;
  /** What is being saved is not undone by a look at what was saved before. */
  let saving: Promise<void> = Promise.resolve();
  const learn = (found: Damage) => {
    damage = found;
    onDamage(found);
  };
  const report = (what: string) => {
    if (damage) return;
    const found = { what, foundAt: new Date(now()).toISOString() };
    learn(found);
    saving = records
      .saveDamage(found)
      .catch((error: unknown) => onProblem('The damage could not be noted for the next start', error));
  };
  return {
    get damage() {
      return damage;
    },
    report,
    reportError(error) {
      if (isDamage(error)) report(error.message);
    },
    async clear() {
      await saving;
      await records.forgetDamage();
      damage = null;
    },
    async look() {
      await saving;
      const found = await records.damage();
      if (!found) damage = null;
      else if (!damage) learn(found);
    },
  };
}

/** Whether the log itself is damaged, as opposed to a store that is away or an event that this program does not know. */
export const isDamage = (error: unknown): error is StoreDamaged | DamagedEvent =>
  error instanceof StoreDamaged || (error instanceof DamagedEvent && error.isAltered);

/** The store, which tells the guard of damage that it meets, and takes no more events once one is known. */
export function guardStore(store: EventStore, guard: DamageGuard): EventStore {
  const watched = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    work().catch((error: unknown) => {
      guard.reportError(error);
      throw error;
    });
  return {
    ...store,
    append: (...given) => watched(() => unlessDamaged(guard, () => store.append(...given))),
    appendInOrder: (...given) => watched(() => unlessDamaged(guard, () => store.appendInOrder(...given))),
    readStream: (...given) => watched(() => store.readStream(...given)),
    readAll: (...given) => watched(() => store.readAll(...given)),
    head: () => watched(() => store.head()),
    subscribe: (options) => reporting(store.subscribe(options), guard),
  };
}

/** The log, which tells the guard of events that are not what was written. */
export function guardLog(log: EventLog, guard: DamageGuard): EventLog {
  const watched = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      guard.reportError(error);
      throw error;
    });
  return {
    ...log,
    readStream: (...given) => watched(log.readStream(...given)),
    readAll: (...given) => watched(log.readAll(...given)),
    subscribe: (options) => reporting(log.subscribe(options), guard),
  };
}

async function unlessDamaged<Answer>({ damage }: DamageGuard, append: () => Promise<Answer>): Promise<Answer> {
  if (damage) throw new LogDamaged(damage.what);
  return append();
}

async function* reporting<Page>(pages: AsyncIterable<Page>, guard: DamageGuard): AsyncGenerator<Page> {
  try {
    yield* pages;
  } catch (error) {
    guard.reportError(error);
    throw error;
  }
}
