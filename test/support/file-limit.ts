import { spawnSync } from 'node:child_process';

/** The most that a file of the process may hold from now on; what stands beyond it stays. */
export function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(String(stderr));
}
