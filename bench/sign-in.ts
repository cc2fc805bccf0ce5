import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runIntakeInProcess } from '../test/support/intake-in-process.ts';
import { startScript } from '../test/support/running-server.ts';
import { percentile } from './http-commands.ts';
import type { Row } from './row.ts';
import { PASSWORD, personAt, type SmallSchool, schoolOf } from './small-school.ts';

const SCHOOL = 'dead-targets';
/** Its Owner signs in: an account keeps only so many sessions. */
const OTHER_SCHOOL = 'signing-in';
const emailOf = (slug: string): string => `owner@${slug}.example`;
const HOSTS = 20;
const SLICES = 12;
const SLICE_MS = 4000;
/** Commands that enable and pause webhooks end before a slice, because only the silence of DNS is measured. */
const SETTLE_MS = 1500;
const PER_SECOND = 6;
const WARM_UP = 100;
/** A question to a silent server is given up after this time. */
const DRAIN_MS = 7000;
const START_LIMIT_MS = 120_000;
const BAR = 1.2;
const ADDRESS = '127.0.0.1';
/** Another port would need support by the system's resolver, which reads only addresses. */
const DNS_PORT = 53;
const DNS_ADDRESS = '127.0.0.53';
/** Replaces the name servers for one process only. */
const WITH_NAME_SERVER = ['unshare', '-rm', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"'];

/** Sign-ins with a password, by turns with and without twenty webhooks whose hosts no DNS server answers for. */
export async function benchSignIn(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const nameServer = await startSilentNameServer();
  try {
    for (const slug of [SCHOOL, OTHER_SCHOOL]) {
      const owner = ['--owner-email', emailOf(slug), '--owner-password', PASSWORD];
      const named = ['--name', slug, '--slug', slug, ...owner];
      await runIntakeInProcess({ DATA_DIR: directory }, 'organization', 'create', ...named);
    }
    const file = join(directory, 'resolv.conf');
    await writeFile(file, `nameserver ${DNS_ADDRESS}\n`);
    const environment = { DEMO: '0', RATE_LIMITS: 'off' };
    const within = [...WITH_NAME_SERVER, file];
    const server = await startScript('api/main.ts', directory, environment, START_LIMIT_MS, within);
    try {
      return [await measure(server.url, await schoolOf(server.url, SCHOOL, ADDRESS), nameServer.questions)];
    } finally {
      await server.stop();
    }
  } finally {
    nameServer.close();
    await rm(directory, { recursive: true });
  }
}

async function measure(url: string, school: SmallSchool, questions: () => number): Promise<Row> {
  const hooks = await Promise.all(Array.from({ length: HOSTS }, (_, n) => createHook(school, n)));
  const all = (what: string, body?: object) =>
    Promise.all(hooks.map((id) => asked(school, `/api/webhooks/${id}/${what}`, body)));
  await all('pause');
  await Promise.all(school.applicationIds.map((id) => asked(school, `/api/applications/${id}`, CHANGE, 'PUT')));
  for (let n = 0; n < WARM_UP; n += 1) await signIn(url);
  const measured: { beside: number[]; without: number[] } = { beside: [], without: [] };
  let unanswered = 0;
  for (let n = 0; n < SLICES; n += 1) {
    const before = questions();
    await all('enable', { missed: 'send' });
    await pause(SETTLE_MS);
    measured.beside.push(...(await slice(url)));
    unanswered += questions() - before;
    await all('pause');
    await pause(DRAIN_MS);
    measured.without.push(...(await slice(url)));
  }
  const p99 = percentile(measured.beside, 99);
  return {
    name: `sign-in with a password, p99, beside deliveries to ${HOSTS} hosts with dead DNS (${unanswered} questions) ÷ without`,
    figure: p99,
    unit: 'ms',
    ratio: p99 / percentile(measured.without, 99),
    bar: BAR,
    isLessBetter: true,
  };
}

const CHANGE = { status: 'INTERVIEW PENDING' };

async function asked({ owner }: SmallSchool, path: string, body: object = {}, method = 'POST'): Promise<string> {
  const { status, text } = await owner(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return text;
}

async function createHook(school: SmallSchool, n: number): Promise<string> {
  const hook = { name: `Dead ${n}`, targetUrl: `https://dead-${n}.example/`, eventTypes: ['StatusChanged'] };
  return JSON.parse(await asked(school, '/api/webhooks', hook))._id;
}

/** At a steady rate, whether or not earlier ones are answered. */
async function slice(url: string): Promise<number[]> {
  const underWay: Promise<number>[] = [];
  const started = performance.now();
  while (performance.now() - started < SLICE_MS) {
    const signingIn = signIn(url);
    signingIn.catch(() => {});
    underWay.push(signingIn);
    await pause(Math.max(0, started + (underWay.length * 1000) / PER_SECOND - performance.now()));
  }
  return Promise.all(underWay);
}

async function signIn(url: string): Promise<number> {
  const body = { email: emailOf(OTHER_SCHOOL), password: PASSWORD };
  const { status, text, ms } = await personAt(url, ADDRESS)('POST', '/api/login', body);
  if (status !== 200) throw new Error(`The sign-in answered ${status}: ${text}`);
  return ms;
}

/** Takes every question, and answers none. */
async function startSilentNameServer() {
  const socket = createSocket('udp4');
  let count = 0;
  socket.on('message', () => {
    count += 1;
  });
  socket.bind(DNS_PORT, DNS_ADDRESS);
  await once(socket, 'listening');
  return { questions: () => count, close: () => void socket.close() };
}
