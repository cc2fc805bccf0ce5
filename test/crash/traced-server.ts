import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export const NO_STRACE = 'needs strace';

/** Start and end in seconds since 1970. */
export interface Sync {
  readonly from: number;
  readonly to: number;
}

/** The server under `strace`, which records each sync and can delay it. */
export interface TracedServer extends AsyncDisposable {
  readonly url: string;
  readonly directory: string;
  syncs(): readonly Sync[];
}

export async function startTracedServer({ delayMs = 0 }: { delayMs?: number } = {}): Promise<TracedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-traced-'));
  const notes = join(directory, 'strace');
  const slow = delayMs > 0 ? ['-e', `inject=fdatasync,fsync:delay_exit=${delayMs * 1000}`] : [];
  const tracing = ['--seccomp-bpf', '-f', '-ttt', '-T', '-o', notes, '-e', 'trace=fdatasync,fsync', ...slow];
  const child = spawn('strace', [...tracing, process.execPath, 'api/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: directory, PORT: '0', DEMO: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  let url: string | undefined;
  for await (const chunk of child.stdout) {
    output += chunk;
    url = /listens on (\S+)\n/.exec(output)?.[1];
    if (url) break;
  }
  if (!url) throw new Error(`The server did not start: ${output}`);
  return {
    url,
    directory,
    syncs: () => readFileSync(notes, 'utf8').split('\n').flatMap(syncOf),
    async [Symbol.asyncDispose]() {
      // Signals the server itself: strace would only detach.
      const [server] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
      if (server) process.kill(Number(server), 'SIGKILL');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** `12 1700000000.5 fdatasync(21) = 0 <0.0007>`; of an interrupted call, the second of its two lines counts. */
function syncOf(line: string): Sync[] {
  const found =
    /^\d+ +(\d+\.\d+) (?:(?:fdatasync|fsync)\(|<\.\.\. (?:fdatasync|fsync) resumed).* = 0 .*<(\d+\.\d+)>/.exec(line);
  if (!found) return [];
  const [at, lasted] = [Number(found[1]), Number(found[2])];
  return line.includes('resumed') ? [{ from: at - lasted, to: at }] : [{ from: at, to: at + lasted }];
}
