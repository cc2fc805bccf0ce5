import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { measureBulk } from './dashboard-bulk.ts';
import { createCommands } from './http-commands.ts';
import { openSchool, type School } from './http-school.ts';
import type { Row } from './row.ts';

/** About 9 published events each. */
const APPLICATIONS = 2000;
const PER_SECOND = 100;
const SLICE_MS = 5000;
const SLICES = 4;
/** The garbage collector marks the whole heap about every 17 seconds, so slices differ more than the two sides do: all of a side count together. */
const COMMAND_SLICES = 32;
const WARM_UP = 600;
/** Events of an outage that must arrive within a minute. */
const OUTAGE = 50_000;
const MINUTE_S = 60;
const MISSED_BULKS = 5;
/** Webhooks of one school, a dead and a slow one among them. */
const NEIGHBOURS = 50;
const SLOW_MS = 3000;
/** 250 deliveries. */
const NEIGHBOURS_PER_SECOND = 5;

/** 100 events a second, by turns with and without a webhook that gets their events, and the replay of an outage. */
export async function benchWebhooks(): Promise<Row[]> {
  const school = await openSchool(APPLICATIONS, APPLICATIONS, { WEBHOOK_ALLOW_PRIVATE: '1' });
  const receiver = await startReceiver();
  const commands = createCommands(school, { isAllPublished: true });
  try {
    await commands.warmUp(WARM_UP);
    const hook = await createHook(school, receiver.url);
    await hook.call('pause');
    const [withHook, without]: [number[], number[]] = [[], []];
    for (let n = 0; n < COMMAND_SLICES; n += 1) {
      await hook.call('enable', { missed: 'skip' });
      withHook.push(...(await slice(commands)));
      await hook.call('pause');
      without.push(...(await slice(commands)));
    }
    const latencies = receiver.latencies.splice(0);
    // Each changes and undoes 1,000 statuses.
    for (let n = 0; n < MISSED_BULKS; n += 1) await measureBulk(school.server.url, school.cookie);
    const sent = await secondsOfOutage(receiver, () => hook.call('enable', { missed: 'send' }));
    const replayed = await secondsOfOutage(receiver, () => hook.call('replays', {}));
    await hook.call('pause');
    const neighbours = await besideDeadAndSlow(school, commands, receiver);
    const p99 = at(withHook, 0.99);
    return [
      {
        name: 'command to receiver at 100 events/s, p50',
        figure: at(latencies, 0.5),
        unit: 'ms',
        bar: 50,
        isLessBetter: true,
      },
      { name: 'the same, p99', figure: at(latencies, 0.99), unit: 'ms', bar: 250, isLessBetter: true },
      {
        name: 'p99 of commands with a webhook ÷ without, by turns',
        figure: p99,
        unit: 'ms',
        ratio: p99 / at(without, 0.99),
        bar: 1.2,
        isLessBetter: true,
      },
      {
        name: `p99 at ${NEIGHBOURS - 2} webhooks beside a dead and a slow one ÷ beside healthy ones`,
        figure: neighbours.beside,
        unit: 'ms',
        ratio: neighbours.beside / neighbours.alone,
        bar: 1.5,
        isLessBetter: true,
      },
      {
        name: 'an outage of 50,000 events, sent to a fast receiver once the webhook is enabled',
        figure: sent,
        unit: 's',
        bar: MINUTE_S,
        isLessBetter: true,
      },
      {
        name: 'an outage of 50,000 events, replayed to a fast receiver',
        figure: replayed,
        unit: 's',
        bar: MINUTE_S,
        isLessBetter: true,
      },
    ];
  } finally {
    commands.close();
    await receiver.close();
    await school.close();
  }
}

/** By turns: two of the webhooks answer, or one refuses connections and the other answers after three seconds. */
async function besideDeadAndSlow(school: School, commands: ReturnType<typeof createCommands>, receiver: Receiver) {
  // Their late messages are not those of the others.
  const [healthy, slow] = await Promise.all([startReceiver(), startReceiver(SLOW_MS)]);
  try {
    await Promise.all(Array.from({ length: NEIGHBOURS - 2 }, () => createHook(school, receiver.url)));
    const changing = await Promise.all([1, 2].map(() => createHook(school, healthy.url)));
    const measured: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
    for (let n = 0; n < SLICES; n += 1) {
      for (const [kind, targets] of [
        ['alone', [healthy.url, healthy.url]],
        ['beside', [DEAD, slow.url]],
      ] as const) {
        await Promise.all(changing.map((hook, at) => hook.aim(targets[at] ?? DEAD)));
        receiver.latencies.length = 0;
        await slice(commands, NEIGHBOURS_PER_SECOND);
        await pause(500);
        measured[kind].push(...receiver.latencies);
      }
    }
    return { alone: at(measured.alone, 0.99), beside: at(measured.beside, 0.99) };
  } finally {
    await Promise.all([healthy.close(), slow.close()]);
  }
}

const DEAD = 'http://127.0.0.1:9/';

function slice(commands: ReturnType<typeof createCommands>, perSecond = PER_SECOND): Promise<number[]> {
  const end = performance.now() + SLICE_MS;
  return commands.during(perSecond, () => performance.now() >= end);
}

interface Receiver {
  readonly url: string;
  /** From the time of each event to its arrival. */
  readonly latencies: number[];
  count(): number;
  close(): Promise<void>;
}

async function startReceiver(answersAfterMs = 0): Promise<Receiver> {
  const latencies: number[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const now = Date.now();
      if (answersAfterMs === 0) response.writeHead(204).end();
      else setTimeout(() => response.writeHead(204).end(), answersAfterMs).unref();
      count += 1;
      if (request.headers['webhook-trigger'] === 'scheduled')
        latencies.push(now - Date.parse(JSON.parse(body).timestamp));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    latencies,
    count: () => count,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function createHook({ server, cookie }: School, targetUrl: string) {
  const send = async (path: string, body: object | undefined, method = 'POST') => {
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const eventTypes = ['ApplicationSubmitted', 'StatusChanged', 'DetailsSaved', 'AdminAssigned', 'UserLinked'];
  const { _id } = await send('/api/webhooks', { name: 'Bench', targetUrl, eventTypes });
  return {
    call: (what: string, body?: object) => send(`/api/webhooks/${_id}/${what}`, body),
    aim: (url: string) => send(`/api/webhooks/${_id}`, { targetUrl: url }, 'PUT'),
  };
}

/** Seconds for 50,000 events, from the pace of those that arrive. */
async function secondsOfOutage(receiver: Receiver, begin: () => Promise<unknown>): Promise<number> {
  const before = receiver.count();
  const begun = performance.now();
  await begin();
  let last = before;
  let lastAt = begun;
  while (receiver.count() - before < OUTAGE && performance.now() - lastAt < 10_000) {
    await pause(100);
    if (receiver.count() === last) continue;
    last = receiver.count();
    lastAt = performance.now();
  }
  return ((lastAt - begun) / 1000 / (last - before)) * OUTAGE;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
