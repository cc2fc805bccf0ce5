import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How it answers from now on. */
export type Mood =
  | 'well'
  | 'silent'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object };

/** Answers like version 2 of Calendly's API. */
export interface CalendlyServer {
  readonly url: string;
  /** Paths in the order of the requests, each with its token. */
  readonly asked: readonly { readonly path: string; readonly token: string }[];
  /** Adds an event; `resource` extends it. */
  schedule(id: string, resource: Readonly<Record<string, unknown>>): string;
  behave(mood: Mood): void;
  close(): Promise<void>;
}

export const CALENDLY_TOKEN = 'eyJraWQ.calendly-token.0123';

export const zoomAt = (startTime: string, joinUrl: string, endTime = startTime) => ({
  name: 'Admissions interview',
  status: 'active',
  start_time: startTime,
  end_time: endTime,
  location: { type: 'zoom', status: 'pushed', join_url: joinUrl },
});

export async function startCalendlyServer(): Promise<CalendlyServer> {
  const events = new Map<string, Readonly<Record<string, unknown>>>();
  const asked: { path: string; token: string }[] = [];
  let mood: Mood = 'well';
  let url = '';

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    asked.push({ path, token });
    if (mood === 'silent') return;
    if (mood !== 'well')
      return answer(response, mood.status, mood.body ?? problem('Error', 'As configured'), mood.headers);
    if (token !== CALENDLY_TOKEN) {
      return answer(response, 401, problem('Unauthenticated', 'The access token is invalid'));
    }
    if (path === '/users/me') {
      return answer(response, 200, { resource: { uri: `${url}/users/A1`, name: 'Grace Hopper', slug: 'grace' } });
    }
    const [, id = ''] = /^\/scheduled_events\/([\w-]+)$/.exec(path) ?? [];
    const event = events.get(id);
    if (!event) return answer(response, 404, problem('Resource Not Found', 'The server could not find it.'));
    answer(response, 200, { resource: { uri: `${url}/scheduled_events/${id}`, ...event } });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    asked,
    schedule(id, resource) {
      events.set(id, resource);
      return `https://api.calendly.com/scheduled_events/${id}`;
    },
    behave(next) {
      mood = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const problem = (title: string, message: string) => ({ title, message });

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
