import { rest } from '../../timing/rest.ts';

export interface Timer {
  readonly id: string;
  readonly dueAt: string;
}

export interface TimersOptions {
  /** The next timers, earliest first; a fired one is gone from the live read model. */
  readonly next: () => Promise<readonly Timer[]>;
  /** May be called several times per timer; checks itself whether it is due. */
  readonly fire: (timer: Timer) => Promise<unknown>;
  readonly now: () => number;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** The longest delay of a timer; a check is one small read. */
const LOOK_EVERY_MS = 1000;
const AFTER_A_FAILURE_MS = 5000;

/** Also fires timers that became due while no process ran. */
export async function runTimers({ next, fire, now, onProblem }: TimersOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let hasFailed = false;
    try {
      const due = (await next()).filter(({ dueAt }) => Date.parse(dueAt) < now());
      await Promise.all(
        due.map((timer) => fire(timer).catch((error) => onProblem(`The timer ${timer.id} could not fire`, error))),
      );
    } catch (error) {
      onProblem('The timers cannot be read', error);
      hasFailed = true;
    }
    await rest(hasFailed ? AFTER_A_FAILURE_MS : LOOK_EVERY_MS, signal);
  }
}
