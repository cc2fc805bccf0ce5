import { spawnSync } from 'node:child_process';
import { startEventStoreProcess } from './eventstore-double-child.ts';

export interface EventStoreServer {
  readonly url: string;
  restart?(): Promise<void>;
  close(): Promise<void>;
}

interface Source {
  readonly name: string;
  /** True if each start creates a log. */
  readonly makesLogs: boolean;
  start(): Promise<EventStoreServer>;
}

const IMAGE = 'eventstore/eventstore:24.10';
const IN_MEMORY = { EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' };

export const THE_DOUBLE: Source = { name: 'the double', makesLogs: true, start: () => startEventStoreProcess() };

/** EVENTSTORE_URL, else a container if Docker has the image (nothing is pulled), else the double. */
export function eventStoreSource(): Source {
  const { EVENTSTORE_URL: url } = process.env;
  if (url) return { name: 'EVENTSTORE_URL', makesLogs: false, start: async () => ({ url, close: async () => {} }) };
  if (hasImage()) return { name: `${IMAGE} in a container`, makesLogs: true, start: startContainer };
  return THE_DOUBLE;
}

async function startContainer(): Promise<EventStoreServer> {
  // Its reaper is another image, which may be missing.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment(IN_MEMORY)
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    close: async () => void (await container.stop()),
  };
}

function hasImage(): boolean {
  return spawnSync('docker', ['image', 'inspect', IMAGE], { timeout: 5000, stdio: 'ignore' }).status === 0;
}
