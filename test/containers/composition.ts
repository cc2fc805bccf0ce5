import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPOSE, docker, run } from './engine.ts';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PROJECT = 'intake-containers';
const LABEL = `label=com.docker.compose.project=${PROJECT}`;

/** docker-compose.yml, brought up under a name, keys and ports of its own. */
export interface Composition {
  /** Of the portal, through the proxy. */
  readonly url: string;
  /** Of the list of emails. */
  readonly mails: string;
  readonly metricsToken: string;
  readonly environment: Readonly<Record<string, string>>;
  compose(...words: readonly string[]): Promise<string>;
  inspect(service: string, format: string): Promise<string>;
  /** Runs a program in a service's container. */
  inside(service: string, ...words: readonly string[]): Promise<string>;
  /** kill -9 from outside: what the engine itself kills it does not start again. */
  crash(service: string): Promise<void>;
  /** Containers and volumes that are there. */
  remains(): Promise<string>;
}

export async function createComposition(
  files: readonly string[],
  addresses: Readonly<Record<string, string>> = {},
): Promise<Composition> {
  const [http, https, mails] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${http}`;
  const metricsToken = randomBytes(16).toString('hex');
  const environment = {
    COMPOSE_PROJECT_NAME: PROJECT,
    INTAKE_VERSION: 'containers',
    MASTER_KEY: randomBytes(32).toString('base64'),
    EVENTSTORE_PASSWORD: randomBytes(16).toString('hex'),
    EVENTSTORE_OPS_PASSWORD: randomBytes(16).toString('hex'),
    MONGODB_PASSWORD: randomBytes(16).toString('hex'),
    MONGODB_ROOT_PASSWORD: randomBytes(16).toString('hex'),
    METRICS_TOKEN: metricsToken,
    PUBLIC_URL: url,
    SITE_ADDRESS: ':80',
    HTTP_PORT: `127.0.0.1:${http}`,
    HTTPS_PORT: `127.0.0.1:${https}`,
    MAILPIT_PORT: String(mails),
    ...addresses,
  };
  const [program = '', ...first] = COMPOSE;
  const named = files.flatMap((file) => ['--file', file]);
  const containerOf = (service: string) =>
    docker('ps', '--all', '--quiet', '--filter', LABEL, '--filter', `label=com.docker.compose.service=${service}`);
  const inspect: Composition['inspect'] = async (service, format) =>
    docker('inspect', '--format', format, await containerOf(service));
  return {
    url,
    mails: `http://127.0.0.1:${mails}/api/v1/messages`,
    metricsToken,
    environment,
    compose: (...words) => run(program, [...first, ...named, ...words], { environment, directory: ROOT }),
    inspect,
    inside: async (service, ...words) => docker('exec', await containerOf(service), ...words),
    async crash(service) {
      const pid = Number(await inspect(service, '{{.State.Pid}}'));
      const file = `/proc/${pid}/cmdline`;
      const isOurs = existsSync(file) && readFileSync(file, 'utf8').includes('api/main.ts');
      if (!isOurs) throw new Error(`The process of ${service} is not on this machine`);
      process.kill(pid, 'SIGKILL');
    },
    remains: async () =>
      (await docker('ps', '--all', '--quiet', '--filter', LABEL)) +
      (await docker('volume', 'ls', '--quiet', '--filter', LABEL)),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
