import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { type CrashSchool, openSchool } from './school.ts';

const APPLICATIONS = 40;
/** With the submission, 2,000 events. */
const CHANGES = 49;
const MOST_KILLS = 20;
/** A deliverer sends so many messages of a webhook at once. */
const IN_FLIGHT = 8;
const PATIENCE_MS = 120_000;
const PORTAL = { embedded: 'all', servers: 'worker' } as const;

/** kill -9 of the process that delivers, first and once more in a replay: each event arrives at least once, in the order of its application. */
export async function killDeliveries({ pairs, kills }: Options, say: (line: string) => void): Promise<Finding[]> {
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  const findings: Finding[] = [];
  for (const pair of pairs) {
    for await (const { what, repeated, done } of killWhileDelivering(pair, Math.min(kills, MOST_KILLS))) {
      say(`${pair}: ${done} kills, ${what}, ${repeated} events of them twice`);
      findings.push({
        promise: `kill -9 of the process that delivers: ${what} to a webhook, ${pair}`,
        figure: `${done} kills; each event arrived, in the order of its application, ${repeated} more than once, under the same id`,
        holds: repeated <= done * IN_FLIGHT,
      });
    }
  }
  return findings;
}

async function* killWhileDelivering(pair: Pair, kills: number) {
  await using installation = await openInstallation(pair);
  await using receiver = await startReceiver();
  const { server, others } = await installation.startPortal();
  const deliverers = others.length > 0 ? [...others, await installation.start(PORTAL[pair])] : [server];
  const school = await openSchool(installation, server.url);
  const types = ['ApplicationSubmitted', 'DetailsSaved'];
  const hook = { name: 'Crash', targetUrl: receiver.url, eventTypes: types };
  const { _id } = await asked<{ _id: string }>(school, server.url, 'POST', '/api/webhooks', hook);
  await asked(school, server.url, 'POST', `/api/webhooks/${_id}/pause`);
  await Promise.all(Array.from({ length: APPLICATIONS }, () => oneApplication(school, server.url)));
  const events = APPLICATIONS * (CHANGES + 1);
  /** With several deliverers it is their turn one after the other, because only one of them delivers. */
  const killUntilAllArrived = async () => {
    let done = 0;
    for (; done < kills && receiver.known() < events; done += 1) {
      const enough = receiver.known() + (events - receiver.known()) * Math.random() * 0.1;
      await until(() => receiver.known() >= enough);
      await deliverers.shift()?.kill();
      deliverers.push(await installation.start(PORTAL[pair]));
    }
    await until(() => receiver.known() === events);
    return { done, repeated: receiver.repeated() };
  };
  await asked(school, server.url, 'POST', `/api/webhooks/${_id}/enable`, { missed: 'send' });
  yield { what: `${events} events`, ...(await killUntilAllArrived()) };
  receiver.expect('replay');
  const current = deliverers[0] ?? server;
  await asked(school, pair === 'servers' ? server.url : current.url, 'POST', `/api/webhooks/${_id}/replays`, {});
  yield { what: `a replay of ${events} events`, ...(await killUntilAllArrived()) };
}

async function oneApplication(school: CrashSchool, url: string): Promise<void> {
  const body = { batchId: school.batchId, firstName: 'Crash', email: `${randomUUID()}@crash.example` };
  const { _id } = await asked<{ _id: string }>(school, url, 'POST', '/api/applications', body);
  for (let n = 1; n <= CHANGES; n += 1) {
    await asked(school, url, 'PUT', `/api/applications/${_id}`, { interviewer: `Number ${n}` });
  }
}

async function asked<Answer>(school: CrashSchool, url: string, method: string, path: string, body?: object) {
  const key = randomUUID();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { status, answer } = await school.call<Answer>(url, { method, path, body: body ?? {}, key });
    if (status === 200) return answer;
    // Stores of a busy machine; the same key has one effect.
    if (status !== 503 || performance.now() > deadline) {
      throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`);
    }
    await pause(500);
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const since = performance.now(); !isSo(); await pause(5)) {
    if (performance.now() - since > PATIENCE_MS) throw new Error('Events are missing');
  }
}

/** `known` throws if an event came out of order. */
async function startReceiver() {
  const ids = new Set<string>();
  const sequences = new Map<string, number>();
  let repeated = 0;
  let problem: string | null = null;
  let expected = 'scheduled';
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.writeHead(204).end();
    if (request.headers['webhook-trigger'] !== expected) return;
    const { applicationId, sequence } = JSON.parse(text).data as { applicationId: string; sequence: number };
    const id = String(request.headers['webhook-id']);
    const last = sequences.get(applicationId) ?? 0;
    if (ids.has(id)) repeated += 1;
    else if (sequence !== last + 1) problem = `${applicationId}: ${sequence} came after ${last}`;
    else sequences.set(applicationId, sequence);
    ids.add(id);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    known() {
      if (problem !== null) throw new Error(problem);
      return ids.size;
    },
    repeated: () => repeated,
    /** From now on only deliveries with this `webhook-trigger` count. */
    expect(trigger: 'replay') {
      expected = trigger;
      ids.clear();
      sequences.clear();
      repeated = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
