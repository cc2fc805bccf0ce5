import type { Environment } from '../../commands/handling/environment.ts';
import { runTimers, type Timer } from '../../commands/timers/run-timers.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';

export interface TimerDuty {
  readonly environment: Environment;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Fires the timers of a read model, including those that became due while no process ran. None while it is built for the first time. */
export const timerDuty = (
  name: string,
  { environment, onProblem }: TimerDuty,
  timers: {
    readonly next: () => Promise<readonly Timer[]>;
    readonly fire: (id: string) => Promise<Result<unknown>>;
  },
): Duty => ({
  name,
  run: (signal) =>
    runTimers(
      {
        next: () =>
          timers.next().catch((error: unknown) => {
            if (error instanceof ReadModelNotReady) return [];
            throw error;
          }),
        async fire({ id }) {
          const done = await timers.fire(id);
          if (!done.ok) throw new Error(done.rejection.message);
        },
        now: environment.now,
        onProblem,
      },
      signal,
    ),
});
