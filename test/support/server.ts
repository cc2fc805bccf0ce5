import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../api/config.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { type Adapters, adaptersUnderTest, environmentOf } from './adapters.ts';
import { type Client, createClient } from './client.ts';

export interface TestServer {
  readonly url: string;
  readonly running: RunningServer;
  readonly dataDir: string;
  client(options?: { organizationId?: string }): Client;
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<TestServer>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

interface Options {
  /** Default: what `ADAPTERS` names. */
  readonly adapters?: Adapters;
  readonly environment?: Record<string, string>;
}

/** The real server on a free port with a data directory of its own. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  return startOn(await mkdtemp(join(tmpdir(), 'intake-test-')), options);
}

async function startOn(dataDir: string, options: Options): Promise<TestServer> {
  const stores = environmentOf(options.adapters ?? adaptersUnderTest(), dataDir);
  const environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...stores, ...options.environment };
  const running = await startServer(readConfig(environment));
  return {
    url: running.url,
    running,
    dataDir,
    client: (clientOptions) => createClient(running.url, clientOptions),
    async restart() {
      await running.close();
      return startOn(dataDir, options);
    },
    async close() {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
