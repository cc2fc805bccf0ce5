import { join } from 'node:path';
import { startServerProcess } from '../support/running-server.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const POISONED = join(import.meta.dirname, 'poisoned.ts');

/** An event that one projection cannot fold stops that one alone, for everybody to see, until a program comes that can. */
export async function poisonOneProjection({ pairs }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(await poison(pair));
  return findings;
}

async function poison(pair: Pair): Promise<Finding> {
  await using installation = await openInstallation(pair);
  const { directory, environment } = installation;
  const role = pair === 'servers' ? 'worker' : 'all';
  const folding = await startServerProcess(directory, {
    ...environment,
    ROLE: role,
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${POISONED}`,
  });
  let answering = folding;
  try {
    if (pair === 'servers') answering = await installation.start('api');
    const { batchId, call } = await openSchool(installation, answering.url);
    const submit = (email: string) =>
      call<ApplicationAnswer>(answering.url, {
        method: 'POST',
        path: '/api/applications',
        body: { batchId, firstName: 'A', email },
      });
    const first = await submit('first@crash.example');
    const comments = `/api/applications/${first.answer._id}`;
    const comment = (message: string) =>
      call<ApplicationAnswer>(answering.url, { method: 'PUT', path: comments, body: { adminComments: [{ message }] } });
    await comment('Before');
    const poisoned = await comment('This is poison');
    const standing = await call<ApplicationAnswer>(answering.url, { method: 'GET', path: comments });
    const other = await call(answering.url, { method: 'POST', path: '/api/batches', body: { name: 'Another' } });
    const list: { name: string; state: string }[] = JSON.parse(
      await installation.intake('--json', 'projections', 'list'),
    );
    const faulted = list.filter(({ state }) => state === 'faulted').map(({ name }) => name);
    const live = list.filter(({ state }) => state === 'live').length;
    const metrics = await (await fetch(`${answering.url}/metrics`)).text();
    const isMeasured = /^intake_projection_state\{[^}]*projection="applications"[^}]*state="faulted"[^}]*\} 1$/m.test(
      metrics,
    );
    await folding.kill();
    const mended = await installation.start(role);
    const healthy = pair === 'servers' ? answering : mended;
    const position = poisoned.headers.get('x-position') ?? undefined;
    const again = await readUntilCurrent(() =>
      call<ApplicationAnswer>(healthy.url, { method: 'GET', path: comments, after: position }),
    );
    const messages = again.answer.adminComments?.map(({ message }) => message);
    const events = await verified(installation);
    const holds =
      poisoned.status === 200 &&
      poisoned.headers.get('x-read-model') === 'stale' &&
      standing.answer.adminComments?.length === 1 &&
      other.status === 200 &&
      !other.headers.has('x-read-model') &&
      faulted.join() === 'applications' &&
      live === list.length - 1 &&
      isMeasured &&
      messages?.join() === 'Before,This is poison';
    return {
      promise: `A poison event faults one projection, visibly; the others go on, ${pair}`,
      figure: `faulted: ${faulted.join(', ') || 'none'} (${isMeasured ? 'also' : 'not'} in /metrics), live: ${live} of ${list.length}; the command answered ${poisoned.status}, others after it ${other.status}${other.headers.has('x-read-model') ? ' (stale)' : ''}; with a program that can fold it all ${events} events are in`,
      holds,
    };
  } finally {
    await folding.kill();
  }
}

async function readUntilCurrent<Answer extends { headers: Headers; status: number }>(read: () => Promise<Answer>) {
  for (const since = performance.now(); ; ) {
    const answer = await read();
    const isCurrent = answer.status === 200 && !answer.headers.has('x-read-model');
    if (isCurrent || performance.now() - since > 30_000) return answer;
  }
}
