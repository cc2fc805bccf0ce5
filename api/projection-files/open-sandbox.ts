import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { importedFiles } from './imported-files.ts';
import type { ReplayOrder, ReplayReport, SandboxOrder } from './replay-protocol.ts';

const SANDBOX = fileURLToPath(new URL('./sandbox.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders of the sandbox's own modules. */
const READABLE = ['api', 'domain', 'projections', 'timing', 'package.json'];

/** Node lets a thread read the working directory of its process, so this one is readable anyway. */
export const WORKING_DIRECTORY = `${ROOT}timing`;

export interface Sandbox {
  readonly name: string;
  readonly types: readonly string[];
  /** Resolves after the fold to the number of events that changed or read a document. */
  fold(events: readonly RecordedEvent[]): Promise<number>;
  rows(): Promise<readonly object[]>;
  close(): Promise<void>;
}

/**
 * The process may read the file, what it imports of its folder, and the program, and start its one thread. It cannot write, open sockets or
 * start processes, and has no environment, terminal, SQLite or native code.
 */
export const rightsFor = (file: string): readonly string[] => [
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${ROOT}${path}`),
  ...importedFiles(file).map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--no-experimental-sqlite',
  '--no-addons',
  '--no-warnings',
];

export async function openSandbox(order: SandboxOrder): Promise<Sandbox> {
  const child = spawn(process.execPath, [...rightsFor(order.file), SANDBOX, JSON.stringify(order)], {
    cwd: WORKING_DIRECTORY,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const answers = readAnswers(child);
  let name = '';
  const next = async (): Promise<ReplayReport> => {
    const report = await answers.next();
    if (!('failed' in report)) return report;
    const { error, at } = report.failed;
    const subject = name === '' ? order.file : name;
    const place = at ? ` at ${at.type} (position ${at.position}, event ${at.id})` : '';
    throw new OperationRefused(`${subject} failed${place}: ${error}`);
  };
  const send = (message: ReplayOrder) => {
    // The pending answer reports a process that has ended.
    if (child.connected) child.send(message, () => {});
  };
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  try {
    const first = await next();
    if (!('loaded' in first)) throw new Error('The sandbox answers out of turn');
    name = first.loaded.name;
    return {
      ...first.loaded,
      async fold(events) {
        send({ events });
        const report = await next();
        return 'applied' in report ? report.applied : 0;
      },
      async rows() {
        send({ finish: true });
        const rows: object[] = [];
        for (;;) {
          const report = await next();
          if (!('rows' in report)) return rows;
          for (const row of report.rows) rows.push(JSON.parse(row));
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const KEPT_OF_COMPLAINT = 2000;

function readAnswers(child: ChildProcess): { next(): Promise<ReplayReport> } {
  const waiting: ((report: ReplayReport) => void)[] = [];
  const arrived: ReplayReport[] = [];
  let complaint = '';
  const give = (report: ReplayReport) => {
    const first = waiting.shift();
    if (first) first(report);
    else arrived.push(report);
  };
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-KEPT_OF_COMPLAINT);
  });
  child.on('message', (message) => give(message as ReplayReport));
  let end: ReplayReport | null = null;
  child.on('exit', (code, signal) => {
    const detail = complaint.trim().split('\n').at(-1) ?? '';
    end = { failed: { error: `Its process ended with ${signal ?? code}${detail && `: ${detail}`}`, at: null } };
    for (const one of waiting.splice(0)) one(end);
  });
  return {
    next: () =>
      new Promise((resolve) => {
        const report = arrived.shift() ?? end;
        if (report) resolve(report);
        else waiting.push(resolve);
      }),
  };
}
