import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type ApplicationAnswer, type Asked, type CrashSchool, OWNER } from '../crash/school.ts';

/** Milliseconds from the end of one round of a kind of user to the next, and so many of them at once. */
const PACE = {
  visitors: { every: 500, count: 4 },
  officers: { every: 1000, count: 8 },
  analysts: { every: 5000, count: 2 },
  watchers: { every: 20_000, count: 6 },
  'log-ins': { every: 10_000, count: 1 },
} as const;
type Kind = keyof typeof PACE;

const RETRY_MS = 500;
/** A process of a busy machine is back within this. */
const PATIENCE_MS = 120_000;
const STRANGER = { cookie: '' };
/** How long a page is open that shows the changes of others. */
const WATCHED_MS = 15_000;

const ownerOf = (applicationId: string): number => Number.parseInt(applicationId.slice(0, 8), 16) % PACE.officers.count;

/** Visitors, officers and analysts of the batch, pages that watch for changes, and log-ins, each at its own pace until `end`. */
export function startUsers(school: CrashSchool, url: string, batchId: string) {
  const counts = Object.fromEntries(Object.keys(PACE).map((kind) => [kind, 0])) as Record<Kind, number>;
  let isOver = false;

  /** Repeated under its key while the portal is away, as a browser does. */
  async function ask<Answer>(asked: Asked): Promise<Answered<Answer>> {
    const [key, since] = [asked.key ?? randomUUID(), performance.now()];
    for (;;) {
      const given = await school.call<Answer>(url, { ...asked, key }).catch(() => undefined);
      if (given?.status === 200) return given;
      const isAway = given === undefined || given.status === 503;
      if (!isAway || performance.now() - since > PATIENCE_MS) {
        throw new Error(`${asked.method} ${asked.path} answered ${given?.status}: ${JSON.stringify(given?.answer)}`);
      }
      await pause(RETRY_MS);
    }
  }
  const get = async <Answer>(path: string, asked: Partial<Asked> = {}) =>
    (await ask<Answer>({ method: 'GET', path, ...asked })).answer;
  const applications = () => get<readonly ApplicationAnswer[]>(`/api/applications?batchIds=${batchId}`);

  const ROUNDS: Readonly<Record<Kind, (number: number) => Promise<void>>> = {
    async visitors() {
      await get('/api/organizationForCurrentDomain', STRANGER);
      await get('/api/batches', STRANGER);
    },
    async officers(number) {
      // Each writes to applications of their own, so that each reads what they wrote.
      const listed = (await applications()).filter(({ _id }) => ownerOf(_id) === number);
      const one = listed[Math.floor(Math.random() * listed.length)];
      if (!one) return;
      const path = `/api/applications/${one._id}`;
      await get(path);
      const interviewer = randomUUID();
      const { answer, headers } = await ask<object>({ method: 'PUT', path, body: { interviewer } });
      // An answer that came before the read models says so.
      if (!headers.has('x-read-model') && !JSON.stringify(answer).includes(interviewer))
        throw new Error(`${path} does not show what was saved`);
    },
    async analysts() {
      await get('/api/reports/overview?courses=all&period=last3Months');
      await get(`/api/reportFunnel?courses=${batchId}`);
      await get('/api/audit?limit=50');
    },
    async watchers() {
      const response = await fetch(`${url}/api/live`, {
        headers: { cookie: school.cookie, accept: 'text/event-stream' },
        signal: AbortSignal.timeout(WATCHED_MS),
      }).catch(() => undefined);
      const isAway = response === undefined || response.status === 503;
      if (!isAway && !response.ok) throw new Error(`GET /api/live answered ${response.status}`);
      await response?.text().catch(() => '');
    },
    async 'log-ins'() {
      await ask({ method: 'POST', path: '/api/login', body: OWNER, ...STRANGER });
    },
  };

  const work = async (kind: Kind, number: number) => {
    while (!isOver) {
      await ROUNDS[kind](number);
      counts[kind] += 1;
      await pause(PACE[kind].every * 2 * Math.random());
    }
  };
  const all = (Object.keys(PACE) as Kind[]).flatMap((kind) =>
    Array.from({ length: PACE[kind].count }, (_, number) => work(kind, number)),
  );
  const ended = Promise.all(all).then(() => undefined);
  ended.catch(() => undefined);
  return {
    counts,
    end() {
      isOver = true;
    },
    /** Rejects at the first answer that must not be. */
    ended,
  };
}
