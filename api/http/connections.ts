import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { network } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Config } from '../config/config.ts';
import { endWith } from './head-limits.ts';
import { BUDGETS, type Limits, MOST_PIPELINED, RETRY_AFTER_SECONDS, TIMES } from './limits/limits.ts';
import type { Transfer } from './limits/transfers.ts';
import { problemOf } from './problems.ts';

/** Node's server ends these itself. */
export const SERVER_TIMES = {
  headersTimeout: TIMES.headMs,
  requestTimeout: TIMES.requestMs,
  keepAliveTimeout: TIMES.keepAliveMs,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions;

/** Node counts connections that are being refused or ended until they are closed. */
const CLOSING = 200;

class Connection implements Transfer {
  readonly address: string;
  readonly #socket: Socket;
  #underWay = 0;
  #idleFrom = performance.now();

  constructor(socket: Socket, address: string) {
    this.#socket = socket;
    this.address = address;
  }

  get stalledFrom(): number {
    return this.#underWay > 0 ? Number.POSITIVE_INFINITY : this.#idleFrom + TIMES.stalledMs;
  }

  begin(response: ServerResponse): number {
    this.#underWay += 1;
    response.once('close', () => {
      this.#underWay -= 1;
      this.#idleFrom = performance.now();
    });
    return this.#underWay;
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Refuses connections beyond the budget, and ends silent ones and those that pipeline too many requests. */
export function limitConnections(
  server: Server,
  limits: Limits,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): void {
  server.timeout = TIMES.silentMs;
  server.maxConnections = BUDGETS.connections.most + CLOSING;
  const connections = new WeakMap<Socket, Connection>();
  const isProxy = proxiesIn(trustedProxies);
  server.on('drop', () => limits.refused('connections'));
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const connection = new Connection(socket, network(remoteAddress));
    connections.set(socket, connection);
    if (isProxy(remoteAddress)) return;
    if (limits.connections.hold(connection, 1)) {
      return void socket.once('close', () => limits.connections.release(connection));
    }
    limits.refused('connections');
    endWith(socket, problemOf(503, TEXTS.requests.busy), `Retry-After: ${RETRY_AFTER_SECONDS}`);
  });
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const underWay = connections.get(socket)?.begin(response) ?? 0;
    if (underWay <= MOST_PIPELINED || socket.destroyed) return;
    limits.refused('requests');
    socket.destroy();
  };
  server.prependListener('request', begin).prependListener('checkContinue', begin);
}

function proxiesIn(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false;
  const isTrusted = express()
    .set('trust proxy', [...trusted])
    .get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => isTrusted(address, 0);
}
