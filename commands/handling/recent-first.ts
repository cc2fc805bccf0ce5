import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandReport, Environment } from './environment.ts';

/**
 * Runs a command on what this process knows to be recent, and if that led it to append nothing, once more on what the
 * stores say now. What it appends beside its own stream must be the same both times.
 */
export async function recentFirst<E extends Environment, Done extends { readonly appended: readonly unknown[] }>(
  environment: E,
  run: (environment: E) => Promise<Result<Done>>,
): Promise<Result<Done>> {
  const reports: CommandReport[] = [];
  let isGuess = false;
  const onRecent = () => {
    isGuess = true;
  };
  try {
    const done = await run({ ...environment, onRecent, onCommand: (report) => reports.push(report) });
    if (!isGuess || (done.ok && done.value.appended.length > 0)) return done;
    reports.length = 0;
    return await run(environment);
  } finally {
    for (const report of reports) environment.onCommand?.(report);
  }
}
