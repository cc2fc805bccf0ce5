import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const START_LIMIT_MS = 120_000;

export interface RunningServer {
  readonly url: string;
  /** From the start of the process to its first 200 on /readyz. */
  readonly readyAfterMs: number;
  readonly process: ChildProcess;
  /** The end of its log. */
  readonly lastWords: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A real process on a free port, like `npm start` without demo and web build. */
export const startServerProcess = (
  dataDirectory: string,
  environment: NodeJS.ProcessEnv = {},
  limitMs = START_LIMIT_MS,
): Promise<RunningServer> =>
  startScript('api/main.ts', dataDirectory, { DEMO: '0', RATE_LIMITS: 'off', ...environment }, limitMs);

export const startDynamicServer = (dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<RunningServer> =>
  startScript('test/support/dynamic-server.ts', dataDirectory, { DEMO: '0', RATE_LIMITS: 'off', ...environment });

/** Like `npm start`: builds the web client if needed, and creates the demo school. */
export const startPortal = (
  dataDirectory: string,
  environment: NodeJS.ProcessEnv = {},
  limitMs?: number,
): Promise<RunningServer> => startScript('scripts/start.ts', dataDirectory, environment, limitMs);

/** Runs a script that listens on `PORT` and answers `/readyz`. `within`: a program that runs it, in the same process. */
export async function startScript(
  script: string,
  dataDirectory: string,
  environment: NodeJS.ProcessEnv,
  limitMs = START_LIMIT_MS,
  within: readonly string[] = [],
): Promise<RunningServer> {
  const port = environment.PORT ?? String(await freePort());
  const started = performance.now();
  const [program = process.execPath, ...words] = [...within, process.execPath, script];
  const child = spawn(program, words, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDirectory,
      PORT: port,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends with the test process.
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  child.once('exit', () => process.off('exit', leave));
  let output = '';
  child.stdout?.on('data', (chunk) => (output = (output + chunk).slice(-8000)));
  child.stderr?.on('data', (chunk) => (output = (output + chunk).slice(-8000)));
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`);
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (performance.now() - started > limitMs) {
      leave();
      throw new Error(`The server was not ready within ${limitMs / 1000} s:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    readyAfterMs: performance.now() - started,
    process: child,
    get lastWords() {
      return output;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Returns the output; throws the error output. */
export const runIntake = (dataDirectory: string, ...words: readonly string[]): Promise<string> =>
  runIntakeIn({ DATA_DIR: dataDirectory }, ...words);

export async function runIntakeIn(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<string> {
  return ranWell(words, await intakeIn(environment, ...words));
}

/** What a command printed; throws what it complained of. */
export function ranWell(words: readonly string[], { code, out, complaint }: Ended): string {
  if (code !== 0) throw new Error(`intake ${words.join(' ')} ended with ${code}: ${complaint}${out}`);
  return out;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly complaint: string;
}

export const intakeIn = (environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<Ended> =>
  ended(environment, process.execPath, ['api/cli.ts', ...words]);

/** No file can exceed so many blocks of 512 bytes, as on a full disk. */
export const intakeOnFullDisk = (
  environment: NodeJS.ProcessEnv,
  blocks: number,
  ...words: readonly string[]
): Promise<Ended> =>
  ended(environment, 'sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, 'api/cli.ts', ...words]);

async function ended(environment: NodeJS.ProcessEnv, program: string, words: readonly string[]): Promise<Ended> {
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...process.env, DEMO: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, complaint };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
