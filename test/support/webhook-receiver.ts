import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  answerWith(status: number, body: string): void;
  /** `received` already has the event. */
  answerBy(answer: (event: ReceivedEvent) => Answer | Promise<Answer>): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let answer: (event: ReceivedEvent) => Answer | Promise<Answer> = () => ({ status: 200, body: 'ok' });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const event = { path: request.url ?? '', headers: request.headers, body };
    received.push(event);
    const { status, headers = {}, body: words = '' } = await answer(event);
    response.writeHead(status, headers).end(words);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/1`,
    received,
    answerWith(status, body) {
      answer = () => ({ status, body });
    },
    answerBy(given) {
      answer = given;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
