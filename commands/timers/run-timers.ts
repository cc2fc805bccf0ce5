import { rest } from '../../timing/rest.ts';

/** Something that is to happen at a time. */
export interface Timer {
  readonly id: string;
  /** ISO-8601 UTC. */
  readonly dueAt: string;
}

export interface TimersOptions {
  /** The next ones, the earliest first, from the live read model: one that has fired is gone from it. */
  readonly next: () => Promise<readonly Timer[]>;
  /** May be told of one several times; decides for itself whether it is time. */
  readonly fire: (timer: Timer) => Promise<unknown>;
  readonly now: () => number;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** So late a timer may fire. Looking is one small read, and needs no knowledge of what starts or ends meanwhile. */
const LOOK_EVERY_MS = 1000;
const AFTER_A_FAILURE_MS = 5000;

/** Fires what is due until the signal aborts, also what became due while nobody was there. */
export async function runTimers({ next, fire, now, onProblem }: TimersOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let hasFailed = false;
    try {
      const due = (await next()).filter(({ dueAt }) => Date.parse(dueAt) < now());
      await Promise.all(
        due.map((timer) => fire(timer).catch((error) => onProblem(`The timer ${timer.id} could not fire`, error))),
      );
    } catch (error) {
      onProblem('The timers cannot be looked at', error);
      hasFailed = true;
    }
    await rest(hasFailed ? AFTER_A_FAILURE_MS : LOOK_EVERY_MS, signal);
  }
}
