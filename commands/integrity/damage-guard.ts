import { DamagedEvent } from '../event-store/damaged-event.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { type EventStore, StoreDamaged, StoreUnavailable } from '../event-store/port.ts';
import type { Damage, VerificationRecords } from './verification-records.ts';

/** Thrown instead of appending to a damaged log; nothing was written. */
export class LogDamaged extends StoreUnavailable {
  override readonly name = 'LogDamaged';
}

/** Knows of damage from any source, and blocks writes to the log. */
export interface DamageGuard {
  readonly damage: Damage | null;
  /** The first report counts; `what` is a sentence without its full stop. */
  report(what: string): void;
  /** Ignores errors that do not mean damage. */
  reportError(error: unknown): void;
  /** After an operator's verification has found the log sound. */
  clear(): Promise<void>;
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
  onDamage: (damage: Damage) => void;
  onProblem: (message: string, error: unknown) => void;
}): DamageGuard {
  let damage: Damage | null = null;
  /** A read of the record must not undo a report that is being stored. */
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
      await records.clearDamage();
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

/** False for an unavailable store or an unknown event type. */
export const isDamage = (error: unknown): error is StoreDamaged | DamagedEvent =>
  error instanceof StoreDamaged || (error instanceof DamagedEvent && error.isAltered);

/** Reports damage that the store finds, and refuses appends once damage is known. */
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
