import { vi } from 'vitest';
import { LIVE_MESSAGES, type LiveChange, type LiveMessageName } from '../../api/contract/live.ts';
import type { Client } from './client.ts';

export interface Message {
  readonly id: string;
  readonly name: LiveMessageName;
  readonly changes: readonly LiveChange[];
}

export interface Listener {
  readonly status: number;
  readonly headers: Headers;
  /** Without heartbeats. */
  readonly messages: readonly Message[];
  readonly changes: readonly LiveChange[];
  readonly isOver: boolean;
  /** Closed, but not by the test. */
  readonly isCutOff: boolean;
  /** Waits for the first change of that kind and id. */
  heard(kind: LiveChange['kind'], id: string): Promise<LiveChange>;
  close(): Promise<void>;
}

const WITHIN = { timeout: 20_000, interval: 10 };

export async function listen(
  client: Client,
  { headers = {}, ...query }: { organizationId?: string; after?: string; headers?: Record<string, string> } = {},
): Promise<Listener> {
  const response = await client.raw({
    method: 'GET',
    path: `/api/live?${new URLSearchParams(query as Record<string, string>)}`,
    headers,
  });
  const messages: Message[] = [];
  let isOver = false;
  let isCutOff = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    let text = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      const parts = (text + value).split('\n\n');
      text = parts.pop() ?? '';
      messages.push(...parts.map(messageIn).filter(({ name }) => name !== 'beat'));
    }
  })().catch(() => {
    isCutOff = true;
  });
  void reading.then(() => {
    isOver = true;
  });
  const changes = () => messages.flatMap((message) => message.changes);
  return {
    status: response.status,
    headers: response.headers,
    messages,
    get changes() {
      return changes();
    },
    get isOver() {
      return isOver;
    },
    get isCutOff() {
      return isCutOff;
    },
    heard: (kind, id) => vi.waitUntil(() => changes().find((one) => one.kind === kind && one.id === id), WITHIN),
    async close() {
      await reader?.cancel();
      await reading;
    },
  };
}

function messageIn(part: string): Message {
  const [, id = '', name = '', data = ''] = /^id: (\S+)\nevent: (\w+)\ndata: (.*)$/.exec(part) ?? [];
  const schema = LIVE_MESSAGES[name as LiveMessageName];
  if (!schema) throw new Error(`This is no message: ${part}`);
  const { changes = [] } = schema.parse(JSON.parse(data)) as { changes?: readonly LiveChange[] };
  return { id, name: name as LiveMessageName, changes };
}
