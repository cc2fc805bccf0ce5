import { parentPort, workerData } from 'node:worker_threads';

/** A thread, because reading its large answers would delay the measuring thread. */
export interface ReportNoise {
  readonly url: string;
  readonly cookie: string;
  readonly courses: readonly string[];
}

const AT_ONCE = 8;
const { url, cookie, courses } = workerData as ReportNoise;
const headers = { cookie, origin: url, 'Content-Type': 'application/json', 'X-Forwarded-For': '10.0.0.1' };
let answers = 0;
let ending = new AbortController();

async function ask(path: string, body?: unknown): Promise<string> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers, signal: ending.signal, ...sent });
  const text = await response.text();
  if (response.ok) answers += 1;
  else if (response.status !== 429) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

const question = {
  events: ['ApplicationSubmitted', 'StatusChanged'],
  where: [],
  groupBy: [
    { kind: 'field', field: 'application.status', when: 'today' },
    { kind: 'time', unit: 'week' },
  ],
  measure: { kind: 'applications' },
};
const { _id: report } = JSON.parse(await ask('/api/reports', { ...question, name: 'Noise' }));
const some = ['none', ...courses].join();
const past = encodeURIComponent(new Date(Date.now() - 40 * 86_400_000).toISOString());
const KINDS: readonly (() => Promise<string>)[] = [
  () => ask('/api/reportPreview', question),
  () => ask(`/api/whatIf?batchId=${courses[0]}&limitsInstead=NEW%3A3`),
  () => ask(`/api/applications?asOf=${past}`),
  () => ask('/api/reportForecast'),
  () => ask(`/api/reportFunnel?courses=${some}&by=source&measure=median`),
  () => ask(`/api/reportMembers?group=applied&courses=${some}`),
  () => ask(`/api/reports/${report}/csv`),
  () => ask(`/api/reports/${report}/result`),
  () => ask('/api/reports/overview?courses=all&period=allTime&interval=week'),
  () => ask('/api/audit?limit=200'),
];
for (let tries = 0; JSON.parse(await ask(`/api/reports/${report}/result`)).table === null; tries += 1) {
  if (tries > 600) throw new Error('The report was not built');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

async function work(line: number): Promise<void> {
  for (let n = line; !ending.signal.aborted; n += 1) {
    await KINDS[n % KINDS.length]?.().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
  }
}

parentPort?.on('message', async (message: 'start' | 'stop') => {
  if (message === 'stop') return ending.abort();
  ending = new AbortController();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, line) => work(line)));
  parentPort?.postMessage({ state: 'stopped', answers });
});
parentPort?.postMessage({ state: 'ready', answers: 0 });
