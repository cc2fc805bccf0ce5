import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Composition, compose } from '../../api/composition/composition.ts';
import { readConfig } from '../../api/config/config.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { handle } from '../../commands/handling/handle.ts';
import { idOfBrowser } from '../../commands/login-link/login-requests.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import { organization } from '../../domain/organization/organization.ts';
import { openTestStores, type TestStores } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { listen } from '../support/listener.ts';
import { freePort, type RunningServer, startServerProcess } from '../support/running-server.ts';
import { accepted, answers, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { softwarePasskeys } from '../support/software-passkeys.ts';

/** Two API processes and two workers share one EventStoreDB and one MongoDB. */
let directory: string;
let stores: TestStores;
let mails: SmtpSink;
let environment: Record<string, string>;
let one: RunningServer;
let other: RunningServer;
let workers: RunningServer[];
let office: Composition;
let school: School;

const started: Promise<RunningServer>[] = [];
const startProcess = (role: string): Promise<RunningServer> => {
  const server = startServerProcess(directory, { ...environment, ROLE: role });
  started.push(server);
  return server;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intake-processes-'));
  [stores, mails] = await Promise.all([openTestStores(directory), startSmtpSink()]);
  environment = { ...stores.environment, SMTP_URL: mails.url, RATE_LIMITS: 'on', LOG_LEVEL: 'error' };
  [one, other, ...workers] = (await Promise.all(['api', 'api', 'worker', 'worker'].map(startProcess))) as [
    RunningServer,
    RunningServer,
    ...RunningServer[],
  ];
  office = await compose(readConfig({ ...environment, DEMO: '0' }), { logger: createLogger('silent') });
  await office.engine.whenReady();
  const client = (options?: { organizationId?: string }) => createClient(one.url, options);
  school = await createSchool({ running: { composition: office }, client }, 'many-processes');
});
afterAll(async () => {
  const settled = await Promise.allSettled(started);
  await Promise.all(settled.map((server) => server.status === 'fulfilled' && server.value.kill()));
  await office?.close();
  await mails?.close();
  await stores?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The same session at the other process. */
function elsewhere(client: Client, { url }: RunningServer): Client {
  const same = createClient(url, { organizationId: school.organizationId });
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

const visitorAt = ({ url }: RunningServer) => createClient(url, { organizationId: school.organizationId });
const submission = (email = freshEmail()) => ({ batchId: school.batches.Open, ...answers(email) });
const context = () => {
  const id = randomUUID();
  const at = new Date().toISOString();
  return {
    at,
    actor: SYSTEM,
    organizationId: null,
    commandId: id,
    commandHash: id,
    correlationId: id,
    causationId: null,
  };
};

/** Without a pause the clients would starve the processes under test. */
const BETWEEN_REQUESTS_MS = 50;

const isLeading = async ({ url }: RunningServer): Promise<boolean> => {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  return /^intake_leading 1$/m.test((await answer?.text()) ?? '');
};
const leader = () =>
  vi.waitUntil(
    async () => {
      const leading = await Promise.all(workers.map(isLeading));
      return leading.filter(Boolean).length === 1 && workers[leading.indexOf(true)];
    },
    { timeout: 30_000, interval: 50 },
  );
const emailsTo = (email: string) => mails.recipients.filter((recipient) => recipient === email).length;
const mailed = (email: string, count = 1) =>
  vi.waitUntil(() => emailsTo(email) === count, { timeout: 20_000, interval: 20 });

describe('two processes answer as one', () => {
  test('who listens at one hears of what is done through the other, and reads it there', async () => {
    const { applicationId: id } = await applied({ client: () => visitorAt(one) }, school);
    const reader = elsewhere(school.staff.Owner, other);
    const listener = await listen(reader, { organizationId: school.organizationId });
    await vi.waitUntil(() => listener.messages.length > 0, 20_000);
    for (const status of ['INFORMATION SENT', 'DECISION PENDING', 'INTERVIEW PENDING']) {
      const { body } = await school.staff.Admin.call('changeApplication', { params: { id }, body: { status } });
      const heard = () => listener.changes.some((one) => one.kind === 'application' && one.version === body.version);
      await vi.waitUntil(heard, { timeout: 20_000, interval: 5 });
      const position = listener.messages.at(-1)?.id ?? '';
      const read = await reader.call('getApplication', { params: { id }, headers: { 'X-Min-Position': position } });
      expect(read.body.status).toBe(status);
    }
    await listener.close();
  });

  test('what was written through one is read through the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [here, there] = round % 2 === 0 ? [one, other] : [other, one];
      const client = visitorAt(here);
      const submitted = await client.call('submitApplication', { body: submission() });
      expect([submitted.status, submitted.headers.get('x-read-model')]).toEqual([200, null]);
      const position = submitted.headers.get('x-position') ?? '';
      const { status, body } = await elsewhere(school.staff.Owner, there).call('getApplication', {
        params: { id: submitted.body._id },
        headers: { 'X-Min-Position': position },
      });
      expect([status, body._id]).toEqual([200, submitted.body._id]);
    }
  });

  test('an answered change is visible at once at the other process, without a position', async () => {
    const { Owner } = school.staff;
    const params = { id: school.batches.Draft };
    for (let round = 0; round < 10; round += 1) {
      const [here, there] = round % 2 === 0 ? [one, other] : [other, one];
      const name = `Draft batch, round ${round}`;
      const changed = await elsewhere(Owner, here).call('changeBatch', { params, body: { name } });
      expect([changed.status, changed.headers.get('x-read-model')]).toEqual([200, null]);
      for (const at of [there, here]) {
        expect((await elsewhere(Owner, at).call('getBatch', { params })).body.name).toBe(name);
      }
    }
  });

  test('a role that was taken away is gone at the next call, whichever process it reaches', async () => {
    const { Admin } = school.staff;
    const { organizationId } = school;
    const user = await Admin.call('getUser');
    const userId = user.body?._id ?? '';
    const statuses = async () =>
      Promise.all(
        [one, other].map(async (at) => {
          const member = elsewhere(Admin, at);
          return [(await member.call('listUsers')).status, (await member.call('listProcesses')).status];
        }),
      );
    for (const [command, expected] of [
      [{ type: 'RemoveMember', data: { userId } }, [403, 403]],
      [{ type: 'AddMember', data: { userId, role: 'Viewer' } }, [403, 200]],
      [{ type: 'AddMember', data: { userId, role: 'Admin' } }, [200, 200]],
    ] as const) {
      const changed = accepted(await handle(office.environment, organization, organizationId, [command], context()));
      expect(await office.engine.waitFor(changed.position)).toBe('reached');
      expect(await statuses()).toEqual([expected, expected]);
    }
  });

  test('an invitation that one has made is accepted through both at once: one membership, seen by both at once', async () => {
    const { Owner } = school.staff;
    const { organizationId: orgId } = school;
    for (let round = 0; round < 3; round += 1) {
      const email = freshEmail();
      await elsewhere(Owner, one).call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
      const pending = (await elsewhere(Owner, other).call('listSignupLinks')).body;
      const invited = pending.find((row) => row.email === email);
      const body = { email, password: PASSWORD, token: invited?.token };
      const entered = await Promise.all([one, other].map((at) => visitorAt(at).call('signup', { body })));
      expect(entered.map(({ status }) => status)).toEqual([200, 200]);
      for (const { body: user } of entered) expect(user.orgRoles).toEqual([{ orgId, role: 'Viewer' }]);
      const events = await office.log.readStream(`organization-${orgId}`);
      const joined = events.filter(({ type, data }) => {
        return type === 'MemberAdded' && (data as { userId: string }).userId === entered[0]?.body._id;
      });
      expect(joined).toHaveLength(1);
    }
  });

  test('an invitation that is revoked through one gives no role through the other', async () => {
    const { Owner } = school.staff;
    const { organizationId: orgId } = school;
    const email = freshEmail();
    const person = visitorAt(other);
    await person.call('signup', { body: { email, password: PASSWORD } });
    await elsewhere(Owner, one).call('addUserToOrg', { body: { orgId, email, role: 'Admin' } });
    const pending = (await elsewhere(Owner, one).call('listSignupLinks')).body;
    const invited = pending.find((row) => row.email === email);
    const body = { token: invited?.token };
    const [accepted, revoked] = await Promise.all([
      person.call('acceptInvite', { body }),
      elsewhere(Owner, one).call('deleteSignupLink', { params: { id: invited?._id ?? '' } }),
    ]);
    expect(accepted.status === 200 ? [404, 409] : [200, 404]).toContain(revoked.status);
    const roles = (await elsewhere(person, one).call('getUser')).body.orgRoles;
    expect(roles).toEqual(accepted.status === 200 ? [{ orgId, role: 'Admin' }] : []);
    expect((await person.call('acceptInvite', { body })).status).toBe(accepted.status === 200 ? 200 : 422);
  });

  test('attempts on one account are counted over both', async () => {
    const email = freshEmail();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT + 2; attempt += 1) {
      const client = visitorAt(attempt % 2 === 0 ? one : other);
      statuses.push((await client.call('login', { body: { email, password: 'a-wrong-password' } })).status);
    }
    expect(statuses).toEqual([...Array(ATTEMPTS_PER_ACCOUNT).fill(401), 429, 429]);
  });

  test('a passkey that is added through one logs in through the other, and each challenge once over both', async () => {
    const { Viewer } = school.staff;
    const device = softwarePasskeys(new URL(other.url).origin);
    const { body: options } = await Viewer.call('beginPasskey');
    const body = { name: 'Phone', passkey: device.make(options) };
    expect((await elsewhere(Viewer, other).call('addPasskey', { body })).status).toBe(200);
    const visitor = visitorAt(one);
    const passkey = device.prove((await visitor.call('beginPasskeyLogin')).body);
    const enter = () => elsewhere(visitor, other).call('loginWithPasskey', { body: { passkey } });
    const entered = await Promise.all([enter(), enter()]);
    expect(entered.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('a login link that is asked for through one is used through the other, once over both', async () => {
    const email = freshEmail();
    await visitorAt(one).call('signup', { body: { email, password: PASSWORD } });
    const browser = visitorAt(one);
    expect((await browser.call('sendLoginLink', { body: { email } })).status).toBe(200);
    const request = await office.loginRequests.find(idOfBrowser(browser.cookies.get('login') ?? ''));
    if (!request) throw new Error('There is no such request');
    const code = office.loginRequests.codeOf(request);
    const use = (server: RunningServer) => elsewhere(browser, server).call('loginWithLink', { body: { code } });
    const used = await Promise.all([use(other), use(one), use(other)]);
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('tries of one account are counted over both before the Owners are told', async () => {
    const { Admin } = school.staff;
    const owner = 'owner@many-processes.example';
    const before = emailsTo(owner);
    for (let n = 0; n < 10; n += 1) {
      for (const server of [one, other]) {
        const { status } = await elsewhere(Admin, server).call('getApplication', { params: { id: randomUUID() } });
        expect(status).toBe(404);
      }
    }
    await mailed(owner, before + 1);
  });

  test('a requested email leaves soon, and each email once', async () => {
    const email = freshEmail();
    const applicant = visitorAt(one);
    await applicant.call('submitApplication', { body: submission(email) });
    await applicant.call('signup', { body: { email, password: PASSWORD } });
    await mailed(email, 2);
    expect((await visitorAt(other).call('sendResetLink', { body: { email } })).status).toBe(200);
    await mailed(email, 3);
  });

  test('a rebuild that the operator asks for is done by the worker, while both go on answering', async () => {
    const before = await generations();
    const rebuild = runIntakeInProcess(environment, 'projections', 'rebuild', '--all');
    let isRunning = true;
    void rebuild.finally(() => {
      isRunning = false;
    });
    const statuses = new Set<number>();
    while (isRunning) {
      for (const at of [one, other]) {
        statuses.add((await elsewhere(school.staff.Owner, at).call('listApplications')).status);
      }
      await pause(BETWEEN_REQUESTS_MS);
    }
    expect(await rebuild).toContain('All read models rebuilt and live.');
    expect([...statuses]).toEqual([200]);
    const after = await generations();
    for (const [name, generation] of before) expect(after.get(name)).not.toBe(generation);
  });
});

const generations = async () => {
  const listed = JSON.parse(await runIntakeInProcess(environment, 'projections', 'list', '--json')) as {
    name: string;
    generation: string;
  }[];
  return new Map(listed.map(({ name, generation }) => [name, generation]));
};

/** Clients apply through both processes in turn and obey Retry-After. */
function startApplying() {
  const emails: string[] = [];
  const refused: number[] = [];
  let isStopped = false;
  const apply = async (at: RunningServer) => {
    while (!isStopped) {
      const email = freshEmail();
      const headers = { 'Idempotency-Key': randomUUID() };
      const given = { body: submission(email), headers };
      let answer = await visitorAt(at).call('submitApplication', given);
      for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) {
        await pause(Number(answer.headers.get('retry-after')) * 1000);
        answer = await visitorAt(at).call('submitApplication', given);
      }
      if (answer.status === 200) emails.push(email);
      else refused.push(answer.status);
      await pause(BETWEEN_REQUESTS_MS);
    }
  };
  const applying = Promise.all([apply(one), apply(other)]);
  return {
    async stop() {
      isStopped = true;
      await applying;
      return { emails, refused };
    },
  };
}

/** Also when a test before has failed half-way. */
async function startMissingWorkers() {
  const isGone = ({ process: { exitCode, signalCode } }: RunningServer) => exitCode !== null || signalCode !== null;
  workers = await Promise.all(workers.map((worker) => (isGone(worker) ? startProcess('worker') : worker)));
}

describe('one worker leads, and another one takes over', { timeout: 180_000 }, () => {
  let afterKillMs = Number.POSITIVE_INFINITY;
  beforeEach(startMissingWorkers);

  test('soon after a kill; no request is refused meanwhile, and every email leaves once', async () => {
    const killed = await leader();
    const standby = workers.find((worker) => worker !== killed) as RunningServer;
    await killed.kill();
    const gone = performance.now();
    const applying = startApplying();
    await vi.waitUntil(() => isLeading(standby), { timeout: 40_000, interval: 50 });
    afterKillMs = performance.now() - gone;
    const { emails, refused } = await applying.stop();
    expect(refused).toEqual([]);
    expect(emails.length).toBeGreaterThan(0);
    const lastIsRead = async () => {
      const last = await visitorAt(one).call('submitApplication', { body: submission() });
      return last.headers.get('x-read-model');
    };
    await expect.poll(lastIsRead, { interval: 500 }).toBeNull();
    const listed = await elsewhere(school.staff.Owner, other).call('listApplications');
    const known = new Set(listed.body.map(({ email }) => email));
    expect(emails.filter((email) => !known.has(email))).toEqual([]);
    await Promise.all(emails.map((email) => mailed(email)));
  });

  test('when it stops, without waiting for the end of its term as after a kill', async () => {
    const leaving = await leader();
    const standby = workers.find((worker) => worker !== leaving) as RunningServer;
    await leaving.stop();
    // A server that had to cut something off exits with another code.
    expect(leaving.process.exitCode).toBe(0);
    const gone = performance.now();
    await vi.waitUntil(() => isLeading(standby), { timeout: 20_000, interval: 20 });
    expect(performance.now() - gone).toBeLessThan(afterKillMs);
  });

  test('of one that was asleep; when it wakes up it follows, and no email is sent twice', async () => {
    const asleep = await leader();
    const standby = workers.find((worker) => worker !== asleep) as RunningServer;
    asleep.process.kill('SIGSTOP');
    const email = freshEmail();
    expect((await visitorAt(one).call('submitApplication', { body: submission(email) })).status).toBe(200);
    await vi.waitUntil(() => isLeading(standby), { timeout: 40_000, interval: 50 });
    await mailed(email);
    asleep.process.kill('SIGCONT');
    await vi.waitUntil(async () => !(await isLeading(asleep)), { timeout: 20_000, interval: 20 });
    const later = freshEmail();
    await visitorAt(other).call('submitApplication', { body: submission(later) });
    await mailed(later);
    expect(await isLeading(standby)).toBe(true);
    expect([emailsTo(email), emailsTo(later)]).toEqual([1, 1]);
  });
});

describe('coming and going', () => {
  beforeEach(startMissingWorkers);

  test('a process whose server is not there yet is well but not ready, and goes on when it comes', async () => {
    const late = await startEventStoreDouble();
    await late.die();
    const PORT = String(await freePort());
    const database = `${environment.MONGODB_URL}_late`;
    const starting = startServerProcess(directory, {
      ...environment,
      PORT,
      EVENTSTORE_URL: late.url,
      MONGODB_URL: database,
    });
    const status = (path: string) =>
      fetch(`http://localhost:${PORT}${path}`).then(
        (response) => response.status,
        () => null,
      );
    await vi.waitUntil(async () => (await status('/healthz')) === 200, { timeout: 20_000, interval: 20 });
    expect([await status('/readyz'), await status('/api/organizations')]).toEqual([503, 503]);
    await late.restart();
    const server = await starting;
    expect(await status('/api/organizations')).toBe(200);
    await server.stop();
    await late.close();
  });

  test('a worker answers about itself only', async () => {
    const [{ url }] = workers as [RunningServer];
    const status = async (path: string) => (await fetch(url + path)).status;
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(status))).toEqual([200, 200, 200]);
    expect(await Promise.all(['/', '/api/organizations', '/dev/outbox', '/api/docs'].map(status))).toEqual(
      Array(4).fill(404),
    );
  });

  test('what is under way is answered before a process goes', async () => {
    const leaving = await startProcess('api');
    const asked = Array.from({ length: 10 }, () =>
      visitorAt(leaving).call('submitApplication', { body: submission() }),
    );
    await asked[0];
    await leaving.stop();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(leaving.process.exitCode).toBe(0);
  });
});

describe('without a worker', () => {
  const operate = (...words: string[]) => intakeInProcess({ ...environment, DATA_DIR: directory }, ...words);
  const verifyUncompared = {
    code: 0,
    out: expect.stringMatching(/^Sound: .* The read models were not compared, because no worker is running.*\n$/),
  };

  test('the operator reads the state and what cannot be done, in one line each', async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    const late = await visitorAt(one).call('submitApplication', { body: submission() });
    expect([late.status, late.headers.get('x-read-model')]).toEqual([200, 'stale']);
    const [list, verified, rebuilt] = await Promise.all([
      operate('organization', 'list'),
      operate('verify'),
      operate('projections', 'rebuild', 'users'),
    ]);
    expect(list).toMatchObject({
      code: 0,
      out: expect.stringContaining('many-processes\t'),
      complaint: 'No worker is running: these results are older than the log.\n',
    });
    expect(verified).toMatchObject(verifyUncompared);
    expect(rebuilt).toEqual({
      code: 1,
      out: '',
      complaint: expect.stringMatching(
        /^(Waiting for .*\n)*No worker is running\. Start one \(ROLE=worker\), then run this again\.\n$/,
      ),
    });
  }, 120_000);

  test('a new account is signed in at once at every process', async () => {
    const email = freshEmail();
    const client = visitorAt(one);
    const signedUp = await client.call('signup', { body: { email, password: PASSWORD } });
    expect([signedUp.status, signedUp.headers.get('x-read-model')]).toEqual([200, 'stale']);
    for (const at of [one, other]) {
      expect((await elsewhere(client, at).call('getUser')).body).toMatchObject({ _id: signedUp.body._id, email });
    }
  });

  test('a log that has just been moved in is verified at once', async () => {
    const moved = await openTestStores(directory);
    const target = { ...moved.environment, MASTER_KEY: environment.MASTER_KEY };
    const apart = await mkdtemp(join(tmpdir(), 'intake-moved-'));
    onTestFinished(() => rm(apart, { recursive: true, force: true }));
    const file = join(apart, 'moved.ndjson');
    await runIntakeInProcess(
      { ...environment, DATA_DIR: directory, INTAKE_PASSPHRASE: 'a lantern in the dark' },
      'events',
      'export',
      file,
      '--vault',
    );
    await runIntakeInProcess({ ...target, INTAKE_PASSPHRASE: 'a lantern in the dark' }, 'events', 'import', file);
    expect(await intakeInProcess(target, 'verify')).toMatchObject(verifyUncompared);
    const list = await intakeInProcess(target, 'organization', 'list');
    expect([list.code, list.complaint]).toEqual([
      1,
      expect.stringMatching(/^No worker is running, and the read models .*\.\n$/),
    ]);
    await moved.close();
  }, 120_000);
});
