import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readConfig } from '../../api/config/config.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { type Adapters, openTestStores, type TestStores } from './adapters.ts';
import { type Client, createClient } from './client.ts';

export interface TestServer {
  readonly url: string;
  readonly running: RunningServer;
  readonly dataDir: string;
  /** TXT records by name; null: DNS gives no answer. */
  readonly txtRecords: Map<string, readonly string[] | null>;
  client(options?: { organizationId?: string }): Client;
  restart(): Promise<TestServer>;
  close(): Promise<void>;
}

interface Options {
  /** The server starts on a copy of it. */
  readonly copyOf?: string;
  /** Default: `ADAPTERS`. */
  readonly adapters?: Adapters;
  readonly environment?: Record<string, string>;
  readonly txtRecords?: TestServer['txtRecords'];
  readonly now?: () => number;
  readonly logger?: Logger;
}

/** On a free port, with its own data directory and stores. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'intake-test-'));
  if (options.copyOf !== undefined) await cp(options.copyOf, dataDir, { recursive: true });
  const stores = await openTestStores(dataDir, options.adapters);
  return startOn(dataDir, stores, options);
}

/** The minimum of argon2, because most tests only sign in. */
export const QUICK_PASSWORDS = { memory: 8, passes: 1, parallelism: 1 };

const NO_CALENDLY = 'http://127.0.0.1:9';

async function startOn(dataDir: string, stores: TestStores, options: Options): Promise<TestServer> {
  const environment = {
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    CALENDLY_API_URL: NO_CALENDLY,
    ...stores.environment,
    ...options.environment,
  };
  const txtRecords = options.txtRecords ?? new Map();
  const resolveTxt = async (name: string) => {
    const found = txtRecords.get(name);
    return found === undefined ? [] : found;
  };
  const running = await startServer(readConfig(environment), {
    resolveTxt,
    passwordCost: QUICK_PASSWORDS,
    ...(options.now ? { now: options.now } : {}),
    ...(options.logger ? { logger: options.logger } : {}),
  });
  // With shared stores, only the leader builds the read models: wait for the lease.
  if (running.composition.stores.areShared) await running.composition.engine.whenReady();
  return {
    url: running.url,
    running,
    dataDir,
    txtRecords,
    client: (clientOptions) => createClient(running.url, clientOptions),
    async restart() {
      await running.close();
      return startOn(dataDir, stores, { ...options, txtRecords });
    },
    async close() {
      await running.close();
      await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
