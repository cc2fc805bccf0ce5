import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreProcess, startEventStoreProcess } from '../support/eventstore-double-child.ts';
import { type FerretDb, startFerretDb } from '../support/ferretdb.ts';
import { databaseUrl } from '../support/mongodb.ts';
import { type RunningServer, runIntakeIn, startServerProcess } from '../support/running-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { Pair } from './finding.ts';

type Role = 'all' | 'api' | 'worker';

export interface Installation extends AsyncDisposable {
  readonly pair: Pair;
  readonly directory: string;
  /** Of processes that start from now on. */
  readonly environment: Record<string, string>;
  start(role?: Role): Promise<RunningServer>;
  intake(...words: readonly string[]): Promise<string>;
  /** The processes that serve the API; the worker starts first if there are several. */
  startPortal(): Promise<{ readonly server: RunningServer; readonly others: readonly RunningServer[] }>;
}

export interface ServersInstallation extends Installation {
  readonly eventStore: EventStoreProcess;
  readonly mongo: FerretDb;
  /** Proxies between the processes and their servers. */
  readonly lines: readonly TcpProxy[];
}

/** `directory` puts an embedded installation on another disk and is not removed. */
export async function openInstallation(pair: Pair, directory?: string): Promise<Installation> {
  if (pair === 'servers') return openServers();
  const folder = directory ?? (await mkdtemp(join(tmpdir(), 'intake-crash-')));
  return installationOn(pair, folder, { DATA_DIR: folder }, async () => {
    if (directory === undefined) await rm(folder, { recursive: true, force: true });
  });
}

/** Real processes, which the script can kill and freeze. */
export async function openServers(): Promise<ServersInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'intake-crash-'));
  const [eventStore, mongo] = await Promise.all([startEventStoreProcess(), startFerretDb()]);
  const lines = await Promise.all([eventStore.url, mongo.url].map((url) => startTcpProxy(portOf(url))));
  const [toEvents, toDocuments] = lines as [TcpProxy, TcpProxy];
  const environment = {
    DATA_DIR: folder,
    EVENTSTORE_URL: `esdb://127.0.0.1:${toEvents.port}?tls=false`,
    MONGODB_URL: databaseUrl(`mongodb://127.0.0.1:${toDocuments.port}`),
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const installation = installationOn('servers', folder, environment, async () => {
    await Promise.all(lines.map((line) => line.close()));
    await Promise.all([eventStore.close(), mongo.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  return { ...installation, eventStore, mongo, lines };
}

function installationOn(
  pair: Pair,
  directory: string,
  environment: Record<string, string>,
  close: () => Promise<void>,
): Installation {
  const started: RunningServer[] = [];
  const start = async (role: Role = 'all') => {
    const server = await startServerProcess(directory, { ...environment, ROLE: role, LOG_LEVEL: 'error' });
    started.push(server);
    return server;
  };
  return {
    pair,
    directory,
    environment,
    start,
    intake: (...words) => runIntakeIn(environment, ...words),
    async startPortal() {
      if (pair === 'embedded') return { server: await start(), others: [] };
      const [worker, server] = await Promise.all([start('worker'), start('api')]);
      return { server, others: [worker] };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((server) => server.kill()));
      await close();
    },
  };
}

const portOf = (url: string): number => Number(new URL(url.replace(/^\w+:/, 'http:')).port);
