import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { School } from './http-school.ts';

export interface Commands {
  /** Lets the server's code be compiled before the measurement. */
  warmUp(count: number): Promise<void>;
  /** Sends commands at a steady rate without waiting for answers; returns the milliseconds of each. */
  during(perSecond: number, isOver: () => boolean): Promise<number[]>;
  /** Sends the next command when one of so many is answered; returns the milliseconds of each. */
  atOnce(count: number, isOver: () => boolean): Promise<number[]>;
  /** Milliseconds until the answer is complete. */
  get(path: string): Promise<number>;
  close(): void;
}

const SIDE_BY_SIDE = 16;

/** Comments and changes of status by turns, or only changes of status, each of which is published. */
export function createCommands(
  { server, cookie, applicationIds }: Pick<School, 'server' | 'cookie' | 'applicationIds'>,
  { isAllPublished = false } = {},
): Commands {
  const agent = new Agent({ keepAlive: true });
  let sent = 0;

  const call = (method: string, path: string, body?: object, key: string = randomUUID()): Promise<number> =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now();
      const headers = {
        cookie,
        origin: server.url,
        'content-type': 'application/json',
        'idempotency-key': key,
      };
      const outgoing = request(server.url + path, { method, agent, headers }, (response) => {
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - started);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}`));
        });
        response.resume();
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection as it is reused; the command is repeated under its key.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(call(method, path, body, key));
        else reject(error);
      });
      outgoing.end(body && JSON.stringify(body));
    });

  const next = () => {
    const turn = Math.floor(sent / applicationIds.length);
    const path = `/api/applications/${applicationIds[sent % applicationIds.length]}`;
    const isComment = !isAllPublished && (sent + turn) % 2 === 0;
    const isPending = isAllPublished ? turn % 2 === 0 : turn % 4 < 2;
    sent += 1;
    return call(
      'PUT',
      path,
      isComment
        ? { adminComments: [{ message: `Called for the ${turn + 1}. time; the documents follow on Friday.` }] }
        : { status: isPending ? 'DECISION PENDING' : 'INFORMATION SENT' },
    );
  };

  return {
    async warmUp(count) {
      for (let done = 0; done < count; done += SIDE_BY_SIDE)
        await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
    },
    async during(perSecond, isOver) {
      const started = performance.now();
      const underWay: Promise<number>[] = [];
      while (!isOver()) {
        const command = next();
        command.catch(() => {});
        underWay.push(command);
        const wait = started + (underWay.length * 1000) / perSecond - performance.now();
        await pause(Math.max(0, wait));
      }
      return Promise.all(underWay);
    },
    async atOnce(count, isOver) {
      const answered: number[] = [];
      const ask = async () => {
        while (!isOver()) answered.push(await next());
      };
      await Promise.all(Array.from({ length: count }, ask));
      return answered;
    },
    get: (path) => call('GET', path),
    close: () => agent.destroy(),
  };
}

export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
