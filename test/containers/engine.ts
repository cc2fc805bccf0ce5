import { execFile, spawnSync } from 'node:child_process';

/** Runs a program to its end and answers what it printed; throws what it complained of. */
export function run(
  program: string,
  words: readonly string[],
  { environment = {}, directory }: { environment?: Record<string, string>; directory?: string } = {},
): Promise<string> {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024, cwd: directory };
  return new Promise((resolve, reject) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${words.join(' ')} failed: ${error.message}\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}

export const docker = async (...words: readonly string[]): Promise<string> => (await run('docker', words)).trim();

export const succeeds = (program: string, ...words: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** `docker compose`, or the program of its own that it once was. */
export const COMPOSE: readonly string[] = succeeds('docker', 'compose', 'version')
  ? ['docker', 'compose']
  : ['docker-compose'];
