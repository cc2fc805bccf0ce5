import { spawnSync } from 'node:child_process';

/**
 * With REQUIRE_TOOLS a missing program is an error; tests that a sandbox forbids, such as tracing, are skipped by name.
 */
export function canRun(program: string, ...options: readonly string[]): boolean {
  const { error, status } = spawnSync(program, options, { stdio: 'ignore', timeout: 20_000 });
  const isAbsent = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (isAbsent && process.env.REQUIRE_TOOLS) throw new Error(`REQUIRE_TOOLS is set, but there is no ${program}`);
  return status === 0;
}

export const canTrace = (): boolean => canRun('strace', '-f', '-c', 'true');
