import { check, failed, seconds, until } from './checks.ts';
import { type Composition, createComposition, ROOT } from './composition.ts';
import { COMPOSE, docker, run, succeeds } from './engine.ts';
import { checkImage } from './image-checks.ts';
import { checkApiLoss, checkMetrics, checkWorkerLoss } from './loss-checks.ts';
import { checkPath, foundSchool } from './portal-checks.ts';
import { buildStandIns } from './stand-ins.ts';
import { checkBackup, checkStoreLoss, checkUpgrade, checkWhole } from './upkeep-checks.ts';

/**
 * Builds the image and brings docker-compose.yml up for real, then looks whether it is what docs/operations.md says, and
 * kills parts of it. Needs a Docker engine; where the images of the servers cannot be had, stand-ins take their places.
 * `node test/containers/run.ts`
 */
const IMAGE = 'intake:containers';
const IMAGES = ['node:26-slim', 'caddy:2', 'eventstore/eventstore:24.10', 'mongo:8', 'axllent/mailpit:v1.21'];
const OWN = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
const NO_RIGHTS = 'CapEff:\t0000000000000000\nNoNewPrivs:\t1';

async function buildAll(): Promise<Composition> {
  const started = performance.now();
  const build = async (nodeImage: string) => {
    await docker('build', '--build-arg', `NODE_IMAGE=${nodeImage}`, '--tag', IMAGE, ROOT);
  };
  const isThere = (image: string) => succeeds('docker', 'image', 'inspect', image) || succeeds('docker', 'pull', image);
  const isReal = IMAGES.every(isThere);
  if (isReal) await build('node:26-slim');
  else {
    console.log('The images of the servers cannot be had here: stand-ins take their places.');
    await buildStandIns(IMAGE, build);
  }
  console.log(`Images built in ${seconds(started)}.`);
  return isReal
    ? createComposition(['docker-compose.yml'])
    : createComposition(
        ['docker-compose.yml', 'test/containers/docker-compose.stand-ins.yml'],
        // The stand-ins have neither TLS nor users.
        { EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false', MONGODB_URL: 'mongodb://mongo:27017/intake' },
      );
}

const SECRETS = [
  'MASTER_KEY',
  'EVENTSTORE_PASSWORD',
  'EVENTSTORE_OPS_PASSWORD',
  'MONGODB_PASSWORD',
  'MONGODB_ROOT_PASSWORD',
];

async function checkKeyIsAsked({ environment }: Composition): Promise<void> {
  const [program = '', ...first] = COMPOSE;
  const words = [...first, '--file', 'docker-compose.yml', 'config'];
  for (const name of SECRETS) {
    const lacking = { ...environment, [name]: '' };
    const said = await run(program, words, { environment: lacking, directory: ROOT }).catch(String);
    check(`without ${name} nothing starts, and it says so`, new RegExp(`${name}.*is not set`, 's').test(said));
  }
}

async function bringUp({ compose, inspect, url }: Composition): Promise<void> {
  const started = performance.now();
  await compose('up', '--detach', '--no-build');
  const isHealthy = async (service: string) => (await inspect(service, '{{.State.Health.Status}}')) === 'healthy';
  const all = ['eventstore', 'mongo', ...OWN];
  const areHealthy = async () =>
    (await Promise.all(all.map(isHealthy))).every(Boolean) && (await fetch(`${url}/readyz`)).ok;
  await until('all are healthy', areHealthy, 240_000);
  const startOf = async (service: string) => Date.parse(await inspect(service, '{{.State.StartedAt}}'));
  const stores = Math.max(await startOf('eventstore'), await startOf('mongo'));
  const own = await Promise.all(OWN.map(startOf));
  const isInOrder = stores < Math.min(...own) && (await startOf('proxy')) > Math.max(own[0] ?? 0, own[1] ?? 0);
  check('stores, then API and workers, then the proxy come up, all healthy', isInOrder, seconds(started));
}

async function checkContainers({ inside }: Composition): Promise<void> {
  for (const service of OWN) {
    const look = (script: string) => inside(service, 'sh', '-c', script);
    check(`${service} runs as 1000`, (await look('id -u')) === '1000');
    check('… without rights', (await look('grep -E "CapEff|NoNewPrivs" /proc/self/status')) === NO_RIGHTS);
    const written = await look(
      'for d in / /app /usr /etc /home/node /var; do touch $d/x 2>/dev/null && echo $d; done; true',
    );
    check(
      '… on a root that cannot be written to',
      written === '' && (await look('touch /tmp/x && echo yes')) === 'yes',
    );
    check(
      '… with node as its first process',
      (await look('tr "\\0" " " < /proc/1/cmdline')).startsWith('node api/main.ts'),
    );
  }
}

async function end({ compose, inspect, remains }: Composition): Promise<void> {
  const started = performance.now();
  await compose('stop');
  const codes = await Promise.all(OWN.map((service) => inspect(service, '{{.State.ExitCode}}')));
  const figure = `exit codes ${codes.join(' ')} after ${seconds(started)}`;
  check(
    'all processes end by themselves',
    codes.every((code) => code === '0'),
    figure,
  );
  await compose('down', '--volumes');
  check('no container and no volume stays behind', (await remains()) === '');
}

const composition = await buildAll();
try {
  await checkImage(IMAGE);
  await checkKeyIsAsked(composition);
  await bringUp(composition);
  await checkContainers(composition);
  const school = await foundSchool(composition);
  await checkPath(composition, school);
  await checkMetrics(composition);
  await checkBackup(composition);
  await checkApiLoss(composition, school);
  await checkWorkerLoss(composition, school);
  await checkStoreLoss(composition, school, { store: 'eventstore', lists: 200 });
  await checkStoreLoss(composition, school, { store: 'mongo', lists: 503 });
  await checkUpgrade(composition, school);
  await checkWhole(composition);
  await end(composition);
} catch (error) {
  check('the whole story could be told', false, error);
  console.log(await composition.compose('logs', '--tail', '30'));
  await composition.compose('down', '--volumes').catch(console.log);
}
console.log(failed() === 0 ? 'The containers do what they should.' : `${failed()} checks failed.`);
process.exitCode = failed() === 0 ? 0 : 1;
