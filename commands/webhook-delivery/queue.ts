import type { NumberedReference } from './feed.ts';

/** A message that failed, and those of its application behind it. */
interface Blocked {
  readonly number: number;
  readonly nextTryAt: number;
  readonly behind: readonly number[];
}

/**
 * What a webhook has to send, in order for each application. Messages that have not failed are only in memory; those that
 * have, and those behind them, are also recorded.
 */
export class LaneQueue {
  readonly #fresh = new Map<string, NumberedReference[]>();
  readonly #blocked = new Map<string, Blocked>();
  readonly #sending = new Set<string>();
  /** Applications with a message that a replay sends. */
  readonly #held = new Set<string>();
  #freshCount = 0;
  #blockedCount = 0;

  /** Messages that have not failed. */
  get freshCount(): number {
    return this.#freshCount;
  }

  /** Messages that have a record, because one of them failed. */
  get blockedCount(): number {
    return this.#blockedCount;
  }

  get isEmpty(): boolean {
    return this.#freshCount + this.#blockedCount === 0;
  }

  get isSending(): boolean {
    return this.#sending.size > 0;
  }

  isBlocked = (applicationId: string): boolean => this.#blocked.has(applicationId);

  #isFree = (applicationId: string): boolean => !this.#sending.has(applicationId) && !this.#held.has(applicationId);

  /** Sends nothing of these applications, so that the order of each holds, until the returned function is called. */
  hold(applicationIds: readonly string[]): () => void {
    for (const id of applicationIds) this.#held.add(id);
    return () => {
      for (const id of applicationIds) this.#held.delete(id);
    };
  }

  add(reference: NumberedReference): void {
    const list = this.#fresh.get(reference.applicationId);
    if (list) list.push(reference);
    else this.#fresh.set(reference.applicationId, [reference]);
    this.#freshCount += 1;
  }

  /** Behind the failed message of its application, which must be blocked. */
  addBehind(applicationId: string, number: number): void {
    const blocked = this.#blocked.get(applicationId);
    if (!blocked) throw new Error(`Nothing blocks ${applicationId}`);
    this.#blocked.set(applicationId, { ...blocked, behind: [...blocked.behind, number] });
    this.#blockedCount += 1;
  }

  /** Of records, in the order of their numbers. */
  restore(applicationId: string, number: number, nextTryAt: number): void {
    if (this.isBlocked(applicationId)) this.addBehind(applicationId, number);
    else {
      this.#blocked.set(applicationId, { number, nextTryAt, behind: [] });
      this.#blockedCount += 1;
    }
  }

  /** The lowest number that is neither delivered nor recorded; undefined without one. */
  get lowestFresh(): number | undefined {
    let lowest: number | undefined;
    for (const [{ number } = { number: 0 }] of this.#fresh.values()) {
      if (lowest === undefined || number < lowest) lowest = number;
    }
    return lowest;
  }

  /** Up to `most` messages of different applications that may be sent now; they are being sent from here on. */
  take(most: number, now: number): readonly Chosen[] {
    const chosen: Chosen[] = [];
    for (const [applicationId, { number, nextTryAt }] of this.#blocked) {
      if (chosen.length >= most) break;
      if (nextTryAt <= now && this.#isFree(applicationId)) chosen.push({ applicationId, number, fresh: null });
    }
    for (const [applicationId, [fresh]] of this.#fresh) {
      if (chosen.length >= most) break;
      if (!fresh || !this.#isFree(applicationId) || this.isBlocked(applicationId)) continue;
      chosen.push({ applicationId, number: fresh.number, fresh });
    }
    for (const { applicationId } of chosen) this.#sending.add(applicationId);
    return chosen;
  }

  /**
   * The message that tests a target which is down; nothing else may be sent meanwhile. The oldest one that has not failed: those
   * that have may be refused for their own sake. Without one, the oldest of all, whether its time has come or not.
   */
  takeTest(): Chosen | undefined {
    const failed = [...this.#blocked].map(([applicationId, { number }]) => ({ applicationId, number, fresh: null }));
    const chosen = this.#oldestOf(this.#untried) ?? this.#oldestOf(failed);
    if (chosen) this.#sending.add(chosen.applicationId);
    return chosen;
  }

  /** Whether there is a message that has not failed and follows none that has. */
  get hasUntried(): boolean {
    return this.#untried.length > 0;
  }

  get #untried(): readonly Chosen[] {
    return [...this.#fresh].flatMap(([applicationId, [fresh]]) =>
      fresh && !this.isBlocked(applicationId) ? { applicationId, number: fresh.number, fresh } : [],
    );
  }

  #oldestOf(some: readonly Chosen[]): Chosen | undefined {
    return some
      .filter(({ applicationId }) => this.#isFree(applicationId))
      .reduce<Chosen | undefined>((one, other) => (one && one.number < other.number ? one : other), undefined);
  }

  /** It needs no further attempt. */
  done({ applicationId, fresh }: Chosen, now: number): void {
    this.#sending.delete(applicationId);
    if (fresh) {
      this.#dropFirst(applicationId);
      return;
    }
    this.#unblock(applicationId, now);
  }

  /** The message with this number needs no attempt, unless it is being sent. */
  giveUp(applicationId: string, number: number, now: number): boolean {
    const blocked = this.#blocked.get(applicationId);
    if (!blocked || this.#sending.has(applicationId)) return false;
    if (blocked.number === number) {
      this.#unblock(applicationId, now);
      return true;
    }
    if (!blocked.behind.includes(number)) return false;
    this.#blocked.set(applicationId, { ...blocked, behind: blocked.behind.filter((one) => one !== number) });
    this.#blockedCount -= 1;
    return true;
  }

  /** It failed and is tried again later. Returns the messages behind it, which need a record from now on. */
  failed({ applicationId, number, fresh }: Chosen, nextTryAt: number): readonly NumberedReference[] {
    this.#sending.delete(applicationId);
    if (!fresh) {
      const blocked = this.#blocked.get(applicationId);
      if (blocked) this.#blocked.set(applicationId, { ...blocked, nextTryAt });
      return [];
    }
    const [, ...behind] = this.#fresh.get(applicationId) ?? [];
    this.#fresh.delete(applicationId);
    this.#freshCount -= behind.length + 1;
    this.#blocked.set(applicationId, { number, nextTryAt, behind: behind.map((one) => one.number) });
    this.#blockedCount += behind.length + 1;
    return behind;
  }

  /** It was not sent, and may be again. */
  putBack({ applicationId }: Chosen): void {
    this.#sending.delete(applicationId);
  }

  /** Everything that waits may be tried now. */
  hurry(now: number): void {
    for (const [applicationId, blocked] of this.#blocked) {
      if (blocked.nextTryAt > now) this.#blocked.set(applicationId, { ...blocked, nextTryAt: now });
    }
  }

  /** When the next failed message is due; undefined without one. */
  get nextDue(): number | undefined {
    let next: number | undefined;
    for (const [applicationId, { nextTryAt }] of this.#blocked) {
      if (this.#isFree(applicationId) && (next === undefined || nextTryAt < next)) next = nextTryAt;
    }
    return next;
  }

  /** Whether something may be sent now. */
  isDue(now: number): boolean {
    const due = this.nextDue;
    if (due !== undefined && due <= now) return true;
    return [...this.#fresh.keys()].some((id) => this.#isFree(id) && !this.isBlocked(id));
  }

  /** Forgets everything that is not being sent. */
  clear(): void {
    this.#fresh.clear();
    this.#blocked.clear();
    this.#freshCount = 0;
    this.#blockedCount = 0;
  }

  #dropFirst(applicationId: string): void {
    const list = this.#fresh.get(applicationId);
    if (!list) return;
    list.shift();
    this.#freshCount -= 1;
    // Moved to the end, so that every application is served.
    this.#fresh.delete(applicationId);
    if (list.length > 0) this.#fresh.set(applicationId, list);
  }

  #unblock(applicationId: string, now: number): void {
    const blocked = this.#blocked.get(applicationId);
    if (!blocked) return;
    this.#blockedCount -= 1;
    const [next, ...behind] = blocked.behind;
    this.#blocked.delete(applicationId);
    if (next !== undefined) this.#blocked.set(applicationId, { number: next, nextTryAt: now, behind });
  }
}

/** A message to be sent; `fresh` is null if it has a record. */
export interface Chosen {
  readonly applicationId: string;
  readonly number: number;
  readonly fresh: NumberedReference | null;
}
