import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, connect as openSocket } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface FerretDb {
  readonly url: string;
  readonly pid: number;
  kill(): Promise<void>;
  restart(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): void;
  close(): Promise<void>;
}

const START_LIMIT_MS = 20_000;

/** FerretDB 1: MongoDB's protocol over SQLite (`scripts/install-ferretdb.sh`). */
export function findFerretDb(): { readonly file: string; readonly version: string } | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), process.env.GOBIN ?? '', join(homedir(), 'go/bin')];
  for (const file of folders.filter(Boolean).map((folder) => join(folder, 'ferretdb'))) {
    const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    if (status === 0) return { file, version: /^version: (\S+)/m.exec(stdout)?.[1] ?? 'of unknown version' };
  }
  return undefined;
}

/** For tests that kill or freeze the server; an error without FerretDB under REQUIRE_SERVERS. */
export function findFerretDbToBreak(): ReturnType<typeof findFerretDb> {
  const found = findFerretDb();
  if (!found && process.env.REQUIRE_SERVERS)
    throw new Error(
      'REQUIRE_SERVERS is set, but there is no FerretDB to kill: scripts/install-ferretdb.sh installs it',
    );
  return found;
}

/** `directory` remains afterwards; the default one does not. */
export async function startFerretDb({ directory }: { directory?: string } = {}): Promise<FerretDb> {
  const found = findFerretDb();
  if (!found) throw new Error('There is no ferretdb: scripts/install-ferretdb.sh installs it');
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'intake-ferretdb-'));
  const port = await freePort();
  let child = await start(found.file, folder, port);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url: `mongodb://127.0.0.1:${port}`,
    get pid() {
      return child.pid as number;
    },
    kill,
    async restart() {
      await kill();
      child = await start(found.file, folder, port);
    },
    async freeze() {
      child.kill('SIGSTOP');
      while (!isStopped(child.pid as number)) await pause(1);
    },
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      await kill();
      if (directory === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(file: string, folder: string, port: number): Promise<ChildProcess> {
  const flags = ['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`];
  const quiet = ['--telemetry=disable', '--debug-addr=-', '--log-level=ERROR'];
  const child = spawn(file, [...flags, `--listen-addr=127.0.0.1:${port}`, ...quiet], {
    // It makes much garbage, and test runs have memory to spare.
    env: { GOGC: '400', ...process.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = (output + chunk).slice(-4000);
  });
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  child.once('exit', () => process.off('exit', leave));
  for (const started = performance.now(); !(await answers(port)); await pause(10)) {
    const isLate = performance.now() - started > START_LIMIT_MS;
    if (child.exitCode !== null || isLate) throw new Error(`FerretDB did not start:\n${output}`);
  }
  return child;
}

async function answers(port: number): Promise<boolean> {
  const socket = openSocket(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** On a busy machine, a thread can answer a call after the signal was sent. */
function isStopped(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((thread) => /\) [TtZX] /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
