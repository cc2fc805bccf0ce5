import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningServer, runIntake, startServerProcess } from '../support/running-server.ts';

/**
 * kill -9 of the server at random moments under load. Afterwards every command that was answered 200 is there, none twice,
 * and `intake verify` finds the log whole and the read models equal to a fresh fold.
 * `npm run test:crash -- --kills 20 --rate 50`
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, rate: { type: 'string', default: '50' } },
});
const KILLS = Number(values.kills);
const RATE = Number(values.rate);
const EMAIL = 'owner@crash.example';
const PASSWORD = 'a-long-and-quiet-night';

const PROCESS = {
  label: 'Crash',
  requestSignup: false,
  fields: [],
  applicationForm: {
    route: '/api/applications',
    method: 'POST',
    title: 'Apply',
    fields: [
      { name: 'firstName', label: 'First name', dataType: 'text', required: true },
      { name: 'email', label: 'Email', dataType: 'email', required: true },
    ],
  },
  applicationDetailsSteps: [],
};

interface Wanted {
  readonly email: string;
  /** Set once the submission has been answered 200. */
  applicationId?: string;
  /** Comments answered 200. */
  readonly comments: string[];
}

interface ApplicationAnswer {
  readonly _id: string;
  readonly email: string;
  readonly version: number;
  readonly adminComments?: readonly { readonly message: string }[];
}

/** A command of which nobody knows whether it was carried out: the client sends it once more, under the same key. */
interface Doubtful {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly onAnswered: (answer: ApplicationAnswer) => void;
}

const dataDirectory = await mkdtemp(join(tmpdir(), 'intake-crash-'));
let cookie = '';
let answered = 0;
let repeated = 0;
let doubtful: Doubtful[] = [];

async function call<Answer>(
  server: RunningServer,
  method: string,
  path: string,
  body?: unknown,
  key: string = randomUUID(),
) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: server.url, cookie, 'idempotency-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  return { status: response.status, answer, cookies: response.headers.getSetCookie() };
}

async function signIn(server: RunningServer): Promise<void> {
  const { status, cookies } = await call(server, 'POST', '/api/login', {
    email: EMAIL,
    password: PASSWORD,
    isCreator: false,
  });
  if (status !== 200) throw new Error(`Login answered ${status}`);
  cookie = cookies.map((line) => line.split(';')[0]).join('; ');
}

async function prepare(server: RunningServer): Promise<string> {
  await runIntake(
    dataDirectory,
    'organization',
    'create',
    '--name',
    'Crash School',
    '--slug',
    'crash-school',
    '--owner-email',
    EMAIL,
    '--owner-password',
    PASSWORD,
  );
  await signIn(server);
  const organization = await call<{ _id: string }>(server, 'GET', '/api/organizationForCurrentDomain');
  const process = await call<{ _id: string }>(server, 'POST', '/api/processConfigBlobs', {
    json: JSON.stringify(PROCESS),
  });
  const batch = await call<{ _id: string }>(server, 'POST', '/api/batches', {
    name: 'Batch',
    status: 'Open',
    organizationId: organization.answer._id,
    processId: process.answer._id,
  });
  if (batch.status !== 200) throw new Error(`The batch was answered ${batch.status}: ${JSON.stringify(batch.answer)}`);
  return batch.answer._id;
}

/** Sends a command; one that gets no answer is kept, to be sent again after the restart. */
async function send(server: RunningServer, command: Doubtful): Promise<void> {
  try {
    const { status, answer } = await call<ApplicationAnswer>(
      server,
      command.method,
      command.path,
      command.body,
      command.key,
    );
    if (status !== 200)
      throw new Error(`${command.method} ${command.path} answered ${status}: ${JSON.stringify(answer)}`);
    answered += 1;
    command.onAnswered(answer);
  } catch {
    doubtful.push(command);
  }
}

/** One submission, or a comment on an application that was answered before; what is answered 200 is remembered. */
function act(server: RunningServer, batchId: string, people: Wanted[]): Promise<void> {
  const known = people[Math.floor(Math.random() * people.length)];
  if (known?.applicationId && Math.random() < 0.6) {
    const message = `Comment ${randomUUID()}`;
    return send(server, {
      method: 'PUT',
      path: `/api/applications/${known.applicationId}`,
      body: { adminComments: [{ message }] },
      key: randomUUID(),
      onAnswered: () => known.comments.push(message),
    });
  }
  const person: Wanted = { email: `${randomUUID()}@crash.example`, comments: [] };
  people.push(person);
  return send(server, {
    method: 'POST',
    path: '/api/applications',
    body: { batchId, firstName: 'Crash', email: person.email },
    key: randomUUID(),
    onAnswered: ({ _id }) => {
      person.applicationId = _id;
    },
  });
}

async function loadUntilKilled(server: RunningServer, batchId: string, people: Wanted[]): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const action = act(server, batchId, people);
    underWay.add(action);
    void action.finally(() => underWay.delete(action));
  }, 1000 / RATE);
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1500));
  await server.kill();
  clearInterval(timer);
  await Promise.all(underWay);
}

/** What the server answers now against what it promised; throws at the first broken promise. */
async function compare(server: RunningServer, people: readonly Wanted[]): Promise<void> {
  const { answer } = await call<readonly ApplicationAnswer[]>(server, 'GET', '/api/applications');
  const byEmail = Map.groupBy(answer, ({ email }) => email);
  for (const { email, applicationId, comments } of people) {
    const found = byEmail.get(email) ?? [];
    if (found.length > 1) throw new Error(`${email} applied twice`);
    if (applicationId && found[0]?._id !== applicationId) throw new Error(`The application of ${email} is lost`);
    const messages = (found[0]?.adminComments ?? []).map(({ message }) => message);
    if (new Set(messages).size !== messages.length) throw new Error(`A comment on ${email} stands twice`);
    const lost = comments.filter((message) => !messages.includes(message));
    if (lost.length > 0) throw new Error(`${lost.length} comments on ${email} are lost`);
  }
}

const people: Wanted[] = [];
let slowest = 0;
let server = await startServerProcess(dataDirectory);
try {
  const batchId = await prepare(server);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await loadUntilKilled(server, batchId, people);
    server = await startServerProcess(dataDirectory);
    slowest = Math.max(slowest, server.readyAfterMs);
    await compare(server, people);
    const again = doubtful;
    doubtful = [];
    repeated += again.length;
    await Promise.all(again.map((command) => send(server, command)));
    if (doubtful.length > 0) throw new Error(`${doubtful.length} repeated commands were refused`);
    await compare(server, people);
    console.log(
      `kill ${kill} of ${KILLS}: ${answered} commands answered so far, all there, none twice; ready again after ${Math.round(server.readyAfterMs)} ms`,
    );
  }
  console.log(await runIntake(dataDirectory, 'verify'));
  console.log(
    `${KILLS} kills: ${answered} commands answered, ${repeated} of them after a crash and a repeat, 0 lost, 0 twice; slowest start ${Math.round(slowest)} ms`,
  );
} finally {
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
