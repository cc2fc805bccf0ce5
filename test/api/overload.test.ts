import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';

const EMAIL = 'owner@overload.example';
const PASSWORD = 'correct horse battery';
const STALLED = 500;
const SECONDS = 1;
const COMMANDS_PER_SECOND = 20;
const MB = 1_048_576;
const FILLER = Buffer.alloc(2 * MB, 32);

let directory: string;
let server: RunningServer;
let owner: Client;
let batch: { readonly _id: string };
const sockets: Socket[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intake-overload-'));
  server = await startServerProcess(directory);
  const school = ['--name', 'Overload', '--slug', 'overload', '--owner-email', EMAIL, '--owner-password', PASSWORD];
  await runIntakeInProcess({ DATA_DIR: directory }, 'organization', 'create', ...school);
  owner = createClient(server.url);
  await owner.call('login', { body: { email: EMAIL, password: PASSWORD } });
  batch = (await owner.call('createBatch', { body: { name: 'June' } })).body;
}, 60_000);
afterAll(async () => {
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});

const residentBytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

/** Of the threads that collect V8's garbage. */
async function nicenessOfCollectors(): Promise<number[]> {
  const threads = `/proc/${server.process.pid}/task`;
  const states = await Promise.all(
    (await readdir(threads)).map((thread) => readFile(`${threads}/${thread}/stat`, 'utf8')),
  );
  const collectors = states.filter((state) => state.includes('(node-V8Worker)'));
  return collectors.map((state) => Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16]));
}

/** Sends an incomplete request from its own address and then stops. */
function stall(address: string, path: string, type: string, length: number, begin: string): void {
  const { port } = new URL(server.url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address });
  socket.on('error', () => {}).resume();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: ${type}\r\n`);
  if (length > 0) {
    socket.write(`Content-Length: ${length}\r\n\r\n${begin}`);
    socket.write(FILLER.subarray(0, length - begin.length - 1));
  }
  sockets.push(socket);
}

const FORM = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const KINDS: readonly ((address: string) => void)[] = [
  (address) => stall(address, '/api/applications', 'application/json', 0, ''),
  (address) => stall(address, '/api/applications', 'application/json', MB, '{"firstName":"'),
  (address) => stall(address, '/api/dynamicUpload', 'multipart/form-data; boundary=b', 2 * MB - 1000, FORM),
];

/** Whether the server refused nothing since the last call. */
let refused = -1;
async function isAtRest(): Promise<boolean> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const now = Number(/^intake_overload_refused_total\{limit="bodies"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  const isSame = now === refused;
  refused = now;
  return isSame;
}

async function change(n: number): Promise<void> {
  const { status, problem } = await owner.call('changeBatch', {
    params: { id: batch._id },
    body: { name: `June ${n}` },
  });
  expect([status, problem.message]).toEqual([200, undefined]);
}

async function upload(triesAgain: number): Promise<void> {
  const file = new File([SAMPLE_FILES.pdf, Buffer.alloc(540_000 - SAMPLE_FILES.pdf.length)], 'cv.pdf');
  const { status, headers, problem } = await createClient(server.url).call('dynamicUpload', { body: { file } });
  if (status === 503 && headers.has('retry-after') && triesAgain > 0) return upload(triesAgain - 1);
  expect([status, problem.message]).toEqual([200, undefined]);
}

async function work(seconds: number, { triesAgain = 0 } = {}): Promise<void> {
  const changes: Promise<void>[] = [];
  const uploading = (async () => {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) await upload(triesAgain);
  })();
  for (let n = 0; n < seconds * COMMANDS_PER_SECOND; n += 1) {
    changes.push(change(n));
    await pause(1000 / COMMANDS_PER_SECOND);
  }
  await Promise.all([...changes, uploading]);
}

test.runIf(process.platform === 'linux')('collects garbage below the thread that answers requests', async () => {
  const niceness = await nicenessOfCollectors();
  expect(niceness.length).toBeGreaterThan(0);
  expect(new Set(niceness)).toEqual(new Set([10]));
});

test('500 stalled connections of three kinds neither block a visitor nor fill the memory', async () => {
  let most = 0;
  const watching = setInterval(async () => {
    most = Math.max(most, await residentBytes());
  }, 50);
  onTestFinished(() => {
    clearInterval(watching);
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  // The heap grows first.
  await work(2 * SECONDS);
  const before = most;
  for (let n = 0; n < STALLED; n += 1) {
    const address = n % 2 === 0 ? '127.0.0.2' : `127.0.${1 + (n >> 8)}.${n & 255}`;
    KINDS[n % 3]?.(address);
  }
  // The server never refuses a command during the flood; an upload may have to be retried.
  await work(1, { triesAgain: 5 });
  const isSent = (socket: Socket) => socket.destroyed || (!socket.connecting && socket.writableLength === 0);
  await vi.waitUntil(() => sockets.every(isSent), { timeout: 20_000 });
  // A body waits up to a second for room before it is refused.
  await vi.waitUntil(isAtRest, { timeout: 20_000, interval: 1500 });
  await work(SECONDS);
  expect((most - before) / MB).toBeLessThan(100);
}, 120_000);
