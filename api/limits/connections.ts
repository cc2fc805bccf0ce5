import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { network } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { Config } from '../config.ts';
import { endWith } from '../head-limits.ts';
import { problemOf } from '../problems.ts';
import { BUDGETS, type Limits, RETRY_AFTER_SECONDS, TIMES } from './limits.ts';

/** What Node's server ends by itself once it has no more time. */
export const SERVER_TIMES = {
  headersTimeout: TIMES.headMs,
  requestTimeout: TIMES.requestMs,
  keepAliveTimeout: TIMES.keepAliveMs,
  connectionsCheckingInterval: 1000,
} as const satisfies ServerOptions;

/** Refuses connections for which there is no room, and ends silent ones. */
export function limitConnections(
  server: Server,
  limits: Limits,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): void {
  server.timeout = TIMES.silentMs;
  server.maxConnections = BUDGETS.connections.most;
  const isProxy = proxiesIn(trustedProxies);
  server.on('drop', () => limits.refused('connections'));
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const address = network(remoteAddress);
    if (limits.connections.take(address)) return void socket.once('close', () => limits.connections.give(address));
    limits.refused('connections');
    endWith(socket, problemOf(503, TEXTS.requests.busy), `Retry-After: ${RETRY_AFTER_SECONDS}`);
  });
}

/** Whether the connection is of a proxy that says for whom it asks; by the same rule by which Express believes it. */
function proxiesIn(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false;
  const isTrusted = express()
    .set('trust proxy', [...trusted])
    .get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => isTrusted(address, 0);
}
