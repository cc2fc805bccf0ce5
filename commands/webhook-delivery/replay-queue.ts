import type { NumberedReference } from './feed.ts';
import { type HeldApplication, MOST_HELD } from './records.ts';

/** Events of applications that have not failed, in memory. */
const MOST_AHEAD = 500;

interface Waiting {
  readonly references: NumberedReference[];
  /** Of the first one. */
  tries: number;
  nextTryAt: number;
}

/** What a replay has to send of the events that it has looked at, in order for each application. */
export class ReplayQueue {
  readonly #applications = new Map<string, Waiting>();

  /** Without their events, which are added from the feed. */
  constructor(held: readonly HeldApplication[]) {
    for (const { applicationId, tries, nextTryAt } of held) {
      const at = nextTryAt === null ? 0 : Date.parse(nextTryAt);
      this.#applications.set(applicationId, { references: [], tries, nextTryAt: at });
    }
  }

  get held(): readonly HeldApplication[] {
    return [...this.#applications].flatMap(
      ([
        applicationId,
        {
          references: [first],
          tries,
          nextTryAt,
        },
      ]) =>
        first
          ? {
              applicationId,
              number: first.number,
              tries,
              nextTryAt: tries === 0 ? null : new Date(nextTryAt).toISOString(),
            }
          : [],
    );
  }

  /** Events. */
  get count(): number {
    return this.#sum(({ references }) => references.length);
  }

  /** Whether there is no need to look at further events now. */
  hasEnough(most: number, now: number): boolean {
    const ready = this.#sum(({ nextTryAt }) => (nextTryAt <= now ? 1 : 0));
    const ahead = this.#sum(({ tries, references }) => (tries === 0 ? references.length : 0));
    return ready >= most || ahead >= MOST_AHEAD || this.#failed + ready >= MOST_HELD;
  }

  /** Until one of these goes on, no further event is looked at. */
  get isFull(): boolean {
    return this.#failed >= MOST_HELD;
  }

  get #failed(): number {
    return this.#sum(({ tries }) => (tries > 0 ? 1 : 0));
  }

  add(reference: NumberedReference): void {
    const waiting = this.#applications.get(reference.applicationId);
    if (waiting) waiting.references.push(reference);
    else this.#applications.set(reference.applicationId, { references: [reference], tries: 0, nextTryAt: 0 });
  }

  /** Applications that are stored, but of which nothing is sent any more. */
  dropEmpty(): void {
    for (const [id, { references }] of this.#applications) if (references.length === 0) this.#applications.delete(id);
  }

  /** The next events of different applications whose time has come. */
  due(most: number, now: number): readonly NumberedReference[] {
    const chosen: NumberedReference[] = [];
    for (const {
      references: [first],
      nextTryAt,
    } of this.#applications.values()) {
      if (chosen.length >= most) break;
      if (first && nextTryAt <= now) chosen.push(first);
    }
    return chosen;
  }

  /** Those of them that have failed. */
  dueAgain(most: number, now: number): readonly NumberedReference[] {
    const failed = [...this.#applications.values()].filter(({ tries, nextTryAt }) => tries > 0 && nextTryAt <= now);
    return failed.flatMap(({ references: [first] }) => first ?? []).slice(0, most);
  }

  /** The next events of applications that have not failed. */
  get untried(): readonly NumberedReference[] {
    return [...this.#applications.values()].flatMap(({ references: [first], tries }) =>
      first && tries === 0 ? [first] : [],
    );
  }

  get oldest(): { readonly reference: NumberedReference; readonly nextTryAt: number } | undefined {
    let oldest: { readonly reference: NumberedReference; readonly nextTryAt: number } | undefined;
    for (const {
      references: [reference],
      nextTryAt,
    } of this.#applications.values()) {
      if (reference && (!oldest || reference.number < oldest.reference.number)) oldest = { reference, nextTryAt };
    }
    return oldest;
  }

  /** Undefined without any event. */
  get nextDue(): number | undefined {
    let next: number | undefined;
    for (const { nextTryAt } of this.#applications.values()) {
      if (next === undefined || nextTryAt < next) next = nextTryAt;
    }
    return next;
  }

  /** Of those that have failed; undefined without any. */
  get nextDueAgain(): number | undefined {
    const times = [...this.#applications.values()].flatMap(({ tries, nextTryAt }) => (tries > 0 ? [nextTryAt] : []));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  triesOf = ({ applicationId }: NumberedReference): number => this.#applications.get(applicationId)?.tries ?? 0;

  nextTryOf = ({ applicationId }: NumberedReference): number => this.#applications.get(applicationId)?.nextTryAt ?? 0;

  /** It needs no further attempt: the next event of its application follows. */
  done({ applicationId }: NumberedReference): void {
    const [, ...references] = this.#applications.get(applicationId)?.references ?? [];
    if (references.length === 0) this.#applications.delete(applicationId);
    else this.#applications.set(applicationId, { references, tries: 0, nextTryAt: 0 });
  }

  retry(reference: NumberedReference, tries: number, nextTryAt: number): void {
    const waiting = this.#applications.get(reference.applicationId);
    if (!waiting) return;
    Object.assign(waiting, { tries, nextTryAt });
    this.moveBehind(reference);
  }

  /** Others are sent first if they are due, too. */
  moveBehind({ applicationId }: NumberedReference): void {
    const waiting = this.#applications.get(applicationId);
    if (!waiting) return;
    this.#applications.delete(applicationId);
    this.#applications.set(applicationId, waiting);
  }

  /** Everything that waits may be tried now; with a number, only the application whose next event it is. */
  hurry(number?: number): void {
    for (const waiting of this.#applications.values()) {
      if (number === undefined || waiting.references[0]?.number === number) waiting.nextTryAt = 0;
    }
  }

  #sum(of: (waiting: Waiting) => number): number {
    let sum = 0;
    for (const waiting of this.#applications.values()) sum += of(waiting);
    return sum;
  }
}
