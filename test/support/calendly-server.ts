import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How it answers from now on, instead of what it knows. */
export type Mood = 'well' | 'silent' | { readonly status: number; readonly headers?: Record<string, string> };

/** Answers as version 2 of Calendly's API does: events by their id, and whom a token belongs to. */
export interface CalendlyServer {
  readonly url: string;
  /** Paths in the order in which they were asked for, each with the token that came with it. */
  readonly asked: readonly { readonly path: string; readonly token: string }[];
  /** What it knows of an event; `resource` stands beside its address. */
  schedule(id: string, resource: Readonly<Record<string, unknown>>): string;
  behave(mood: Mood): void;
  close(): Promise<void>;
}

export const CALENDLY_TOKEN = 'eyJraWQ.calendly-token.0123';

/** A conference at that time, set up at another service. */
export const zoomAt = (startTime: string, joinUrl: string) => ({
  name: 'Admissions interview',
  status: 'active',
  start_time: startTime,
  end_time: startTime,
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
    if (mood !== 'well') return answer(response, mood.status, problem('Error', 'As it was told to'), mood.headers);
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
