import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { OperationRefused } from '../runtime/operation-refused.ts';

export interface Progress {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Absent while unknown. */
  readonly perSecond?: number;
  readonly etaMs?: number;
}

/** Throws `OperationRefused` with a sentence for people. */
export type Operator = (name: string, input: unknown, onProgress: (progress: Progress) => void) => Promise<unknown>;

type Reply = { readonly progress: Progress } | { readonly result: unknown } | { readonly error: string };

/** Characters; the longest inputs are paths and passphrases. */
const LONGEST_LINE = 65_536;
const TOO_LONG = `A command takes at most ${LONGEST_LINE.toLocaleString('en')} characters in all. Shorten its options.`;

/** A Unix socket (mode 0600) gives its user an operator's rights. A JSON line asks; progress lines and a result or error line answer. */
export async function listenToOperator(path: string, operator: Operator): Promise<{ close(): Promise<void> }> {
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    const send = (reply: Reply) => socket.writable && socket.write(`${JSON.stringify(reply)}\n`);
    void answer(operator, firstLineOf(socket), send).finally(() => socket.end());
  });
  await listen(server, path);
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const mask = process.umask(0o177);
    server.once('error', reject);
    server.listen(path, () => {
      process.umask(mask);
      resolve();
    });
  });

/** Reads and drops what follows the line or exceeds the limit, so that the client reads its answer. */
function firstLineOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = (settle: () => void) => {
      socket.off('data', read);
      socket.resume();
      settle();
    };
    const read = (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if ((end === -1 ? text.length : end) > LONGEST_LINE) finish(() => reject(new OperationRefused(TOO_LONG)));
      else if (end !== -1) finish(() => resolve(text.slice(0, end)));
    };
    socket.setEncoding('utf8').on('data', read);
    socket.once('close', () => reject(new OperationRefused('The command ended before it sent a request.')));
  });
}

async function answer(operator: Operator, line: Promise<string>, send: (reply: Reply) => void): Promise<void> {
  try {
    const { name, input } = JSON.parse(await line) as { name: string; input: unknown };
    const result = await operator(name, input, (progress) => send({ progress }));
    send({ result: result ?? null });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** Undefined if no server uses the data directory. */
export async function callOperator(path: string): Promise<{ operator: Operator; close(): void } | undefined> {
  const socket = await new Promise<Socket | undefined>((resolve, reject) => {
    const candidate = connect(path);
    candidate.once('connect', () => resolve(candidate));
    candidate.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(new OperationRefused(`Cannot reach the server's socket ${path}: ${error.message}`));
    });
  });
  if (!socket) return undefined;
  const operator: Operator = async (name, input, onProgress) => {
    socket.write(`${JSON.stringify({ name, input })}\n`);
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply;
      if ('progress' in reply) onProgress(reply.progress);
      else if ('error' in reply) throw new OperationRefused(reply.error);
      else return reply.result;
    }
    throw new OperationRefused('The server stopped before it answered. Check its log, then try again.');
  };
  return { operator, close: () => socket.destroy() };
}
