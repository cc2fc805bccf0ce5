import type { Outcome } from '../webhook/attempt.ts';
import type { LaneProgress } from './lane-progress.ts';
import type { LaneQueue } from './queue.ts';
import { countedOn, keptFailure } from './records.ts';
import { retryDelay } from './schedule.ts';
import type { StandingCommands } from './standing-commands.ts';

/** The target is down after so many failures one after the other. */
export const FAILURES_OF_DOWN = 10;
/** The connection itself fails, or the secret is lost, so another message would also fail. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'invalid-address',
  'blocked',
  'dns',
  'refused',
  'tls-expired',
  'tls-name',
  'tls-chain',
  'unsigned',
]);

/** Answers about the event alone: the target may take the next one. */
const OF_EVENT: ReadonlySet<number | null> = new Set([400, 409, 413, 422]);

export const isOfEvent = ({ status }: Pick<Outcome, 'status'>): boolean => OF_EVENT.has(status);

export const isUnreachable = ({ failure }: Pick<Outcome, 'failure'>): boolean =>
  failure !== null && UNREACHABLE.has(failure);

/** Since when a webhook's target fails, whether it is down, and what follows. */
export class TargetHealth {
  readonly #progress: LaneProgress;
  readonly #queue: LaneQueue;
  readonly #standing: StandingCommands;
  readonly #now: () => number;
  #failuresInRow = 0;
  /** The last failure was of a message that had not failed before, and not for its own sake. */
  #isUntriedRefused = false;
  /** So was a test of the target since it is down. */
  #isTestRefused = false;

  constructor(
    { progress, queue, standing }: { progress: LaneProgress; queue: LaneQueue; standing: StandingCommands },
    { now }: { readonly now: () => number },
  ) {
    this.#progress = progress;
    this.#queue = queue;
    this.#standing = standing;
    this.#now = now;
  }

  /**
   * Whether a target that is down may be tested before its next step, with a message that has not failed before: until now it
   * has refused only others, or each for its own sake.
   */
  get mayTestUntried(): boolean {
    const { lastFailure } = this.#progress.now;
    return !this.#isUntriedRefused && lastFailure !== null && !isUnreachable(lastFailure) && this.#queue.hasUntried;
  }

  async noteSuccess(at: string, { isUntried }: { readonly isUntried: boolean }): Promise<void> {
    this.#failuresInRow = 0;
    const wasOut = !isUntried || this.#isTestRefused;
    this.#isTestRefused = false;
    const { failingSince, down, days } = this.#progress.now;
    const counted = { lastDeliveredAt: at, days: countedOn(days, at.slice(0, 10), true) };
    if (failingSince === null && down === null) return this.#progress.note(counted);
    // Otherwise it may have refused only those that failed: they keep their own times.
    if (down && wasOut) this.#queue.hurry(this.#now());
    await this.#progress.save({ ...counted, failingSince: null, down: null });
  }

  /** With the jitter of the message, so that both have the same next step. True if the webhook has changed by it. */
  async noteFailure(
    outcome: Outcome,
    {
      now,
      random,
      isProbe,
      isUntried,
    }: { readonly now: number; readonly random: number; readonly isProbe: boolean; readonly isUntried: boolean },
  ): Promise<boolean> {
    const { at, failure, retryAfterMs } = outcome;
    if (failure === null) return false;
    this.#failuresInRow += 1;
    const { down, days, failingSince } = this.#progress.now;
    const isForItself = isUntried && isOfEvent(outcome);
    this.#isUntriedRefused = isUntried && !isForItself;
    this.#isTestRefused ||= isUntried && isProbe && !isForItself;
    const isDown = down !== null || isUnreachable(outcome) || this.#failuresInRow >= FAILURES_OF_DOWN;
    // Those that were under way when it went down failed with the first: only a probe is the next step. The next message
    // follows at once on one that was refused for its own sake.
    const isSameStep = down !== null && (!isProbe || isForItself);
    const tries = isSameStep ? down.tries : (down?.tries ?? 0) + 1;
    const since = failingSince ?? at;
    const next = now + retryDelay(tries, random, retryAfterMs);
    // The step of all of them has passed by then, so the probe is also the next attempt of its message.
    const last = isSameStep ? Date.parse(down.nextTryAt) : next;
    const nextTryAt = new Date(isProbe ? last : Math.max(next, last)).toISOString();
    await this.#progress.save({
      failingSince: since,
      lastFailure: keptFailure(outcome, failure),
      days: countedOn(days, at.slice(0, 10), false),
      down: isDown ? { tries, nextTryAt } : null,
    });
    if (failure !== 'gone') return this.#standing.noteFailing(since, at);
    await this.#standing.disableGone(since);
    return true;
  }

  /** The target has changed, or works again. If it is still down, the same step follows once more. */
  async retryNow(): Promise<void> {
    this.#queue.hurry(this.#now());
    const { down } = this.#progress.now;
    const now = this.#now();
    if (!down || Date.parse(down.nextTryAt) <= now) return;
    await this.#progress.save({ down: { tries: down.tries - 1, nextTryAt: new Date(now).toISOString() } });
  }
}
