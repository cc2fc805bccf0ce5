import type { Client } from '../support/client.ts';
import { check, seconds, until } from './checks.ts';
import type { Composition } from './composition.ts';
import type { School } from './portal-checks.ts';

const WORKERS = ['worker-1', 'worker-2'] as const;
/** A standby waits eight seconds for the leader's renewal. */
const MAX_TAKEOVER_MS = 10_000;

/** Reads one figure of a service within the network, as Prometheus would; null where it is not told. */
const READ = `const read = async (service, name) => {
  const headers = { Authorization: 'Bearer ' + process.env.METRICS_TOKEN };
  const answer = await fetch('http://' + service + ':3000/metrics', { headers }).catch(() => undefined);
  const line = (await answer?.text())?.split('\\n').find((line) => line.startsWith(name + ' '));
  return line === undefined ? null : Number(line.slice(name.length));
};`;

async function figures({ inside }: Composition, name: string, services: readonly string[]): Promise<(number | null)[]> {
  const script = `${READ} Promise.all(${JSON.stringify(services)}.map((service) => read(service, '${name}'))).then((all) => console.log(JSON.stringify(all)))`;
  return JSON.parse(await inside('api-2', 'node', '-e', script));
}

export async function checkMetrics(composition: Composition): Promise<void> {
  const { url, metricsToken } = composition;
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const paths = ['/metrics', '/metrics/', '/METRICS', '/%6Detrics'];
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).status));
  check(
    'metrics are not to be had through the proxy',
    statuses.every((status) => status === 404),
    statuses.join(' '),
  );
  const leading = await figures(composition, 'intake_leading', WORKERS);
  check('of the workers one leads', leading.toSorted().join() === '0,1', leading.join(' and '));
  const all = ['api-1', 'api-2', ...WORKERS];
  const memory = await figures(composition, 'process_resident_memory_bytes', all);
  console.log(`  resident: ${memory.map((bytes, n) => `${all[n]} ${((bytes ?? 0) / 1e6).toFixed(0)} MB`).join(', ')}`);
}

/** One client, one request after the other; `failures` are the statuses that it should not have seen. */
export function askWithoutBreak(client: Client) {
  const failures: number[] = [];
  let asked = 0;
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; asked += 1) {
      const { status } = await client.call('listBatches');
      if (status !== 200) failures.push(status);
    }
  })();
  return {
    get asked() {
      return asked;
    },
    async end() {
      isOver = true;
      await asking;
      return { failures, asked };
    },
  };
}

export async function checkApiLoss({ crash, inspect }: Composition, { owner }: School): Promise<void> {
  const asking = askWithoutBreak(owner);
  await until('requests are on their way', async () => asking.asked > 10);
  await crash('api-1');
  const started = performance.now();
  const isBack = async () => (await inspect('api-1', '{{.State.Health.Status}} {{.RestartCount}}')) === 'healthy 1';
  await until('api-1 is back', isBack, 120_000);
  const { failures, asked } = await asking.end();
  const figure = `${failures.length} of ${asked} requests failed ${failures.join(' ')}, back after ${seconds(started)}`;
  check('an API process is killed: the other answers, and it comes back', failures.length === 0, figure);
}

export async function checkWorkerLoss(composition: Composition, school: School): Promise<void> {
  const [one, other] = await figures(composition, 'intake_leading_term', WORKERS);
  const term = Math.max(one ?? 0, other ?? 0);
  const leader = one === term ? WORKERS[0] : WORKERS[1];
  // Says that it is ready, then when a later term has begun.
  const script = `${READ} (async () => {
    console.log('ready');
    for (;;) {
      const terms = await Promise.all(${JSON.stringify(WORKERS)}.map((worker) => read(worker, 'intake_leading_term')));
      if (terms.some((term) => term > ${term})) return console.log(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`;
  const watching = composition.inside('api-2', 'timeout', '60', 'node', '-e', script);
  const killedAt = Date.now();
  await composition.crash(leader);
  const started = performance.now();
  const email = await school.apply();
  const takenOverAt = Number((await watching).split('\n').at(-1));
  const took = takenOverAt - killedAt;
  check('the leading worker is killed: the other takes over', took <= MAX_TAKEOVER_MS, `${(took / 1000).toFixed(1)} s`);
  await until('the email arrives', async () => (await school.emailsTo(email)).length > 0);
  const mailed = seconds(started);
  const further = await school.apply();
  await until('the next email arrives', async () => (await school.emailsTo(further)).length > 0);
  check('what was applied for meanwhile is answered, once', (await school.emailsTo(email)).length === 1, mailed);
}
