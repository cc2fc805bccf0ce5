import type { Finding, Options, Pair } from './finding.ts';
import { type Installation, openInstallation, type ServersInstallation } from './installation.ts';
import { type Answered, type ApplicationAnswer, type Asked, openSchool } from './school.ts';

const RETRIES = 100;
const WRITERS = 32;

/** Repeats one command under one key, at once, later and after a restart of the stores; and sends many with one version. */
export async function repeat({ pairs }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(...(await repeatOn(pair)));
  return findings;
}

async function repeatOn(pair: Pair): Promise<Finding[]> {
  await using installation = await openInstallation(pair);
  let { server, others } = await installation.startPortal();
  const { batchId, call } = await openSchool(installation, server.url);
  const send = (asked: Asked) => call<ApplicationAnswer>(server.url, asked);
  const submission: Asked = {
    method: 'POST',
    path: '/api/applications',
    body: { batchId, firstName: 'Once', email: 'once@crash.example' },
    key: 'submission',
  };
  const submitted = await many(RETRIES, () => send(submission));
  const id = submitted.find(({ status }) => status === 200)?.answer._id;
  const path = `/api/applications/${id}`;
  const comment: Asked = { method: 'PUT', path, body: { adminComments: [{ message: 'Once' }] }, key: 'comment' };
  const commented = await many(RETRIES, () => send(comment));

  await Promise.all([server, ...others].map((process) => process.stop()));
  await restartStores(installation);
  ({ server, others } = await installation.startPortal());
  submitted.push(...(await inTurn(RETRIES, () => send(submission))));
  commented.push(...(await inTurn(RETRIES, () => send(comment))));
  const others422 = await Promise.all([
    send({ ...submission, body: { ...(submission.body as object), firstName: 'Other' } }),
    send({ ...comment, body: { adminComments: [{ message: 'Other' }] } }),
  ]);
  const { answer: rows } = await call<readonly ApplicationAnswer[]>(server.url, {
    method: 'GET',
    path: '/api/applications',
  });
  const row = rows.find(({ _id }) => _id === id);
  const effects = [rows.length, row?.adminComments?.length ?? 0];
  const answersOf = (kind: 'submission' | 'comment', given: readonly Answered<ApplicationAnswer>[]) =>
    new Set(given.map(({ status, answer }) => `${status} ${JSON.stringify(essenceOf(answer)[kind])}`));
  const answers = [answersOf('submission', submitted), answersOf('comment', commented)];

  const version = row?.version;
  const raced = await many(WRITERS, (n) =>
    send({ method: 'PUT', path, body: { version, interviewer: `Writer ${n}` } }),
  );
  const won = raced.filter(({ status }) => status === 200).length;
  const conflicts = raced.filter(({ status }) => status === 409).length;
  return [
    {
      promise: `${RETRIES} concurrent and ${RETRIES} later retries, across a restart of the stores: one effect, one answer; another body 422, ${pair}`,
      figure: `a submission and a comment: ${effects.join(' and ')} in effect, ${answers.map(({ size }) => size).join(' and ')} answer; another body ${others422.map(({ status }) => status).join(', ')}`,
      holds:
        effects.join() === '1,1' &&
        answers.every(({ size }) => size === 1) &&
        others422.every(({ status }) => status === 422) &&
        [...submitted, ...commented].every(({ status }) => status === 200),
    },
    {
      promise: `${WRITERS} writers with one version: one 200, the others 409, ${pair}`,
      figure: `${won} × 200, ${conflicts} × 409`,
      holds: won === 1 && conflicts === WRITERS - 1,
    },
  ];
}

/** What the command created; other events change the rest of the answer. */
const essenceOf = ({ _id, email, adminComments = [] }: ApplicationAnswer) => ({
  submission: [_id, email],
  comment: adminComments.filter(({ message }) => message === 'Once').map((comment) => comment._id),
});

const many = <Value>(count: number, work: (n: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

async function inTurn<Value>(count: number, work: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let n = 0; n < count; n += 1) values.push(await work());
  return values;
}

/** Embedded stores end with their process. */
async function restartStores(installation: Installation | ServersInstallation): Promise<void> {
  if (!('eventStore' in installation)) return;
  await Promise.all([installation.eventStore.restart(), installation.mongo.restart()]);
}
