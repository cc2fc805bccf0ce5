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

export const isUnreachable = ({ failure }: Pick<Outcome, 'failure'>): boolean =>
  failure !== null && UNREACHABLE.has(failure);

/** Since when a webhook's target fails, whether it is down, and what follows. */
export class TargetHealth {
  readonly #progress: LaneProgress;
  readonly #queue: LaneQueue;
  readonly #standing: StandingCommands;
  readonly #now: () => number;
  #failuresInRow = 0;

  constructor(
    { progress, queue, standing }: { progress: LaneProgress; queue: LaneQueue; standing: StandingCommands },
    { now }: { readonly now: () => number },
  ) {
    this.#progress = progress;
    this.#queue = queue;
    this.#standing = standing;
    this.#now = now;
  }

  async noteSuccess(at: string): Promise<void> {
    this.#failuresInRow = 0;
    const { failingSince, down, days } = this.#progress.now;
    const counted = { lastDeliveredAt: at, days: countedOn(days, at.slice(0, 10), true) };
    if (failingSince === null && down === null) return this.#progress.note(counted);
    if (down) this.#queue.hurry(this.#now());
    await this.#progress.save({ ...counted, failingSince: null, down: null });
  }

  /** With the jitter of the message, so that both have the same next step. True if the webhook has changed by it. */
  async noteFailure(
    outcome: Outcome,
    { now, random, isProbe }: { readonly now: number; readonly random: number; readonly isProbe: boolean },
  ): Promise<boolean> {
    const { at, failure, retryAfterMs } = outcome;
    if (failure === null) return false;
    this.#failuresInRow += 1;
    const { down, days, failingSince } = this.#progress.now;
    const isDown = down !== null || isUnreachable(outcome) || this.#failuresInRow >= FAILURES_OF_DOWN;
    // Those that were under way when it went down failed with the first: only a probe is the next step.
    const isSameStep = down !== null && !isProbe;
    const tries = isSameStep ? down.tries : (down?.tries ?? 0) + 1;
    const since = failingSince ?? at;
    const next = now + retryDelay(tries, random, retryAfterMs);
    // The step of all of them has passed by then, so the probe is also the next attempt of its message.
    const nextTryAt = new Date(isSameStep ? Math.max(next, Date.parse(down.nextTryAt)) : next).toISOString();
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

  /** The target has changed, or works again. */
  async retryNow(): Promise<void> {
    this.#queue.hurry(this.#now());
    const { down } = this.#progress.now;
    const now = this.#now();
    if (!down || Date.parse(down.nextTryAt) <= now) return;
    await this.#progress.save({ down: { ...down, nextTryAt: new Date(now).toISOString() } });
  }
}
