import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connectMongo, type MongoConnection } from '../../projections/document-store/mongodb/connection.ts';
import { findFerretDb, startFerretDb } from './ferretdb.ts';

export interface MongoServer {
  readonly url: string;
  close(): Promise<void>;
}

const IMAGE = 'mongo:8';

interface Source {
  readonly name: string;
  start(): Promise<MongoServer>;
}

/**
 * MONGODB_URL, else a container if Docker has the image (nothing is pulled), else FerretDB; without any undefined, or
 * an error with REQUIRE_SERVERS.
 */
export function mongoSource(): Source | undefined {
  const { MONGODB_URL: url, REQUIRE_SERVERS } = process.env;
  if (url) return { name: 'MONGODB_URL', start: async () => ({ url, close: async () => {} }) };
  if (hasImage(IMAGE)) return { name: `${IMAGE} in a container`, start: startContainer };
  const ferretdb = findFerretDb();
  if (ferretdb) return { name: `FerretDB ${ferretdb.version}`, start: startFerretDb };
  if (REQUIRE_SERVERS) throw new Error(`REQUIRE_SERVERS is set, but there is ${NO_SERVER}`);
  return undefined;
}

export const NO_SERVER = 'no MongoDB server: set MONGODB_URL, or install FerretDB with scripts/install-ferretdb.sh';

async function startContainer(): Promise<MongoServer> {
  // Its reaper is another image, which may be missing.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE).withExposedPorts(27017).start();
  return {
    url: `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`,
    close: async () => void (await container.stop()),
  };
}

function hasImage(image: string): boolean {
  return spawnSync('docker', ['image', 'inspect', image], { timeout: 5000, stdio: 'ignore' }).status === 0;
}

export function databaseUrl(url: string, database = `test_${randomUUID().replaceAll('-', '')}`): string {
  return url.replace(/^([^:]+:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`);
}

/** With its own databases, which `dispose` drops. */
export async function openTemporaryMongo(url: string): Promise<MongoConnection & { dispose(): Promise<void> }> {
  const connection = await connectMongo(databaseUrl(url));
  return {
    ...connection,
    async dispose() {
      await connection.readModels.dropDatabase();
      await connection.vault.dropDatabase();
      await connection.close();
    },
  };
}
