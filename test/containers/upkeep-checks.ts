import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, seconds, until } from './checks.ts';
import type { Composition } from './composition.ts';
import { askWithoutBreak } from './loss-checks.ts';
import type { School } from './portal-checks.ts';

/** What docs/operations.md says of backups: the command, and that it finds everything. */
export async function checkBackup({ compose }: Composition): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-backups-'));
  // The container's user is another one.
  await chmod(directory, 0o777);
  const mounted = ['run', '--rm', '--no-deps', '--volume', `${directory}:/backups`];
  const said = await compose(...mounted, 'worker-1', 'intake', 'backup', '/backups/first');
  const files = await readdir(directory);
  check('a backup is made beside the running portal', files.includes('first'), said.trim().split('\n').at(-1));
  await rm(directory, { recursive: true, force: true });
}

/** Every process is replaced as an upgrade does it, while one client asks without a break. */
export async function checkUpgrade({ compose, inspect }: Composition, school: School): Promise<void> {
  const started = performance.now();
  const asking = askWithoutBreak(school.owner);
  for (const services of [['worker-1', 'worker-2'], ['api-1'], ['api-2']]) {
    await compose('up', '--detach', '--no-build', '--no-deps', '--force-recreate', ...services);
    for (const service of services) {
      const isHealthy = async () => (await inspect(service, '{{.State.Health.Status}}')) === 'healthy';
      await until(`${service} is healthy`, isHealthy, 120_000);
    }
  }
  const { failures, asked } = await asking.end();
  const figure = `${failures.length} of ${asked} requests failed ${failures.join(' ')}, ${seconds(started)}`;
  check('workers and API processes are replaced one after the other, unnoticed', failures.length === 0, figure);
}

/** While a store is away commands are refused, and it is said; when it is back all goes on. Lists need MongoDB alone. */
export async function checkStoreLoss(
  { compose, url }: Composition,
  school: School,
  { store, lists }: { store: 'eventstore' | 'mongo'; lists: 200 | 503 },
): Promise<void> {
  await compose('stop', store);
  const refused = await until('a command is refused', () => school.apply().then(() => undefined, String), 30_000);
  check(`without ${store} commands are refused`, / 503 /.test(refused), refused);
  const page = await fetch(`${url}/enroll`);
  const { status } = await school.owner.call('listBatches');
  check(`… pages are there, and lists answer ${lists}`, page.ok && status === lists, `${page.status} ${status}`);
  await compose('start', store);
  const started = performance.now();
  const email = await until('a command is carried out', () => school.apply());
  const applied = seconds(started);
  await until('the email arrives', async () => (await school.emailsTo(email)).length > 0);
  check('when it is back all goes on by itself', true, `commands after ${applied}, emails after ${seconds(started)}`);
}

/** After all that has been done to it. */
export async function checkWhole({ inside }: Composition): Promise<void> {
  const rebuilt = await inside('worker-1', 'intake', 'projections', 'rebuild', '--all');
  check('an operator has the read models rebuilt', rebuilt.includes('rebuilt and live'), rebuilt.split('\n').at(-1));
  const verified = await inside('worker-1', 'intake', 'verify').catch(String);
  check(
    'verify finds the log whole and the read models equal to it',
    verified.includes('every read model equals a fresh fold'),
    verified.trim(),
  );
}
