import { spawnSync } from 'node:child_process';

/**
 * Whether a program does here what tests need of it. With REQUIRE_TOOLS one that is not installed is an error; where a sandbox
 * forbids what it does, as tracing or mounting, they are skipped all the same, by name.
 */
export function canRun(program: string, ...options: readonly string[]): boolean {
  const { error, status } = spawnSync(program, options, { stdio: 'ignore', timeout: 20_000 });
  const isAbsent = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (isAbsent && process.env.REQUIRE_TOOLS) throw new Error(`REQUIRE_TOOLS is set, but there is no ${program}`);
  return status === 0;
}

export const canTrace = (): boolean => canRun('strace', '-f', '-c', 'true');
