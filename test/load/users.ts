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

/** Rounds that an officer works on one application: it ends with about as many events as those of a school have. */
const ROUNDS_OF_ONE = 10;

/** Visitors, officers and analysts who read the batch, pages that watch for changes, and log-ins, each at its own pace until `end`. */
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
  /** Of each officer, so that each reads what they wrote. */
  const current = new Map<number, { readonly id: string; rounds: number }>();
  async function takeNext(): Promise<{ readonly id: string; rounds: number }> {
    const body = { batchId: school.batchId, firstName: 'Taken', email: `${randomUUID()}@soak.example` };
    const { answer } = await ask<ApplicationAnswer>({ method: 'POST', path: '/api/applications', body });
    return { id: answer._id, rounds: 0 };
  }

  const ROUNDS: Readonly<Record<Kind, (number: number) => Promise<void>>> = {
    async visitors() {
      await get('/api/organizationForCurrentDomain', STRANGER);
      await get('/api/batches', STRANGER);
    },
    async officers(number) {
      await get(`/api/applications?batchIds=${batchId}`);
      const known = current.get(number);
      const one = known && known.rounds < ROUNDS_OF_ONE ? known : await takeNext();
      current.set(number, one);
      one.rounds += 1;
      const path = `/api/applications/${one.id}`;
      await get(path);
      const interviewer = randomUUID();
      const { answer, headers } = await ask<object>({ method: 'PUT', path, body: { interviewer } });
      // An answer that came before the read models says so.
      if (!headers.has('x-read-model') && !JSON.stringify(answer).includes(interviewer))
        throw new Error(`${path} does not show what was saved`);
    },
    async analysts() {
      await get(`/api/reports/overview?courses=${batchId}&period=last3Months`);
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
