import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrashSchool } from '../crash/school.ts';

const WAIT_S = 20;
const PAGE = 1000;
const RETRY_MS = 1000;
/** The last events of a busy machine arrive within this. */
const PATIENCE_MS = 180_000;
const TYPES = ['ApplicationSubmitted', 'DetailsSaved'];

interface Pulled {
  readonly events: readonly { readonly id: string; readonly data: { readonly applicationId: string } }[];
  readonly next: string;
}

/** An integrator who gets all events of the school twice: by a webhook, and by pull with long polling. */
export async function startReader(school: CrashSchool, url: string) {
  const delivered = new Map<string, string[]>();
  const seen = new Set<string>();
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.writeHead(204).end();
    const id = String(request.headers['webhook-id']);
    // A process that was killed does not know of its last messages and sends them again.
    if (seen.has(id)) return;
    seen.add(id);
    const { applicationId } = JSON.parse(text).data as { applicationId: string };
    delivered.set(applicationId, [...(delivered.get(applicationId) ?? []), id]);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const targetUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const hook = { name: 'Soak', targetUrl, eventTypes: TYPES };
  const made = await school.call<object>(url, { method: 'POST', path: '/api/webhooks', body: hook });
  if (made.status !== 200)
    throw new Error(`POST /api/webhooks answered ${made.status}: ${JSON.stringify(made.answer)}`);

  const pulled: Pulled['events'][number][] = [];
  let next: string | undefined;
  let isOver = false;
  const pull = async (after: string | undefined, wait: number) => {
    const query = new URLSearchParams({ limit: String(PAGE), wait: String(wait), ...(after && { after }) });
    const { status, answer } = await school.call<Pulled>(url, { method: 'GET', path: `/api/events?${query}` });
    if (status !== 200 && status !== 503)
      throw new Error(`GET /api/events answered ${status}: ${JSON.stringify(answer)}`);
    return status === 200 ? answer : undefined;
  };
  const pulling = (async () => {
    while (!isOver) {
      const page = await pull(next, WAIT_S).catch(() => undefined);
      if (page === undefined) await pause(RETRY_MS);
      else pulled.push(...page.events);
      next = page?.next ?? next;
    }
  })();

  /** From the beginning of the log. */
  async function everything(): Promise<Pulled['events']> {
    const events: Pulled['events'][number][] = [];
    for (let after: string | undefined; ; ) {
      const page = await pull(after, 0);
      if (page === undefined) await pause(RETRY_MS);
      else if (page.events.length === 0) return events;
      else {
        events.push(...page.events);
        after = page.next;
      }
    }
  }

  return {
    /** Returns how many events there are; throws if one is missing, came twice or in another order. */
    async compare(): Promise<number> {
      const events = await everything();
      const ids = events.map(({ id }) => id);
      for (const since = performance.now(); pulled.length < ids.length; await pause(RETRY_MS)) {
        if (performance.now() - since > PATIENCE_MS) throw new Error(`${ids.length - pulled.length} were not pulled`);
      }
      if (pulled.map(({ id }) => id).join() !== ids.join()) throw new Error('Other events were pulled than there are');
      if (new Set(ids).size !== ids.length) throw new Error('An event was pulled twice');
      const expected = Map.groupBy(events, ({ data }) => data.applicationId);
      for (const since = performance.now(); ; await pause(RETRY_MS)) {
        const wrong = [...expected].find(
          ([applicationId, own]) => own.map(({ id }) => id).join() !== delivered.get(applicationId)?.join(),
        );
        if (!wrong) return events.length;
        if (performance.now() - since > PATIENCE_MS) {
          throw new Error(
            `Of ${wrong[0]} the webhook got ${delivered.get(wrong[0])?.length} of ${wrong[1].length} events`,
          );
        }
      }
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      receiver.closeAllConnections();
      receiver.close();
      await once(receiver, 'close');
      await pulling;
    },
  };
}
