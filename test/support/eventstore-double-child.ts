import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A separate process, for real signals and its own memory. */
export interface EventStoreProcess {
  readonly url: string;
  readonly pid: number;
  /** The log, one line per append; for tests that damage it. */
  readonly file: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function startEventStoreProcess(
  environment: Readonly<Record<string, string>> = {},
): Promise<EventStoreProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-eventstore-'));
  const file = join(directory, 'log.ndjson');
  let running = await run({ ...environment, PORT: '0', FILE: file });
  const { url } = running;
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    if (signal !== 'SIGKILL') child.kill('SIGCONT');
    await gone;
  };
  return {
    url,
    get pid() {
      return running.child.pid ?? 0;
    },
    file,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async restart() {
      await end('SIGKILL');
      running = await run({ ...environment, PORT: new URL(url.replace('esdb:', 'http:')).port, FILE: file });
    },
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    async close() {
      await end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function run(environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, 'eventstore-double-process.ts');
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('The double has no output');
  for await (const line of createInterface({ input: child.stdout })) return { child, url: line };
  throw new Error('The double did not start');
}
