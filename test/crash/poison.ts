import { join } from 'node:path';
import type { Quarantined } from '../../projections/engine/status.ts';
import { startServerProcess } from '../support/running-server.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const POISONED = join(import.meta.dirname, 'poisoned.ts');

/** An event that one document cannot fold quarantines only that document, until a fixed program rebuilds it. */
export async function poisonOneDocument({ pairs }: Options): Promise<Finding[]> {
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
    const other = await submit('other@crash.example');
    const seen = await readUntil(
      () => call(answering.url, { method: 'GET', path: `/api/applications/${other.answer._id}` }),
      ({ status, headers }) => status === 200 && !headers.has('x-read-model'),
    );
    const list: { name: string; state: string; quarantined: Quarantined }[] = JSON.parse(
      await installation.intake('--json', 'projections', 'list'),
    );
    const kept = list.filter(({ quarantined }) => quarantined.count > 0);
    const named = kept.flatMap(({ name, quarantined }) => quarantined.documents.map(({ id }) => `${name} ${id}`));
    const live = list.filter(({ state }) => state === 'live').length;
    const metrics = await (await fetch(`${answering.url}/metrics`)).text();
    const isMeasured = /^intake_projection_quarantined_documents\{[^}]*projection="applications"[^}]*\} 1$/m.test(
      metrics,
    );
    const isReady = (await fetch(`${answering.url}/readyz`)).ok;
    await folding.kill();
    const mended = await installation.start(role);
    const healthy = pair === 'servers' ? answering : mended;
    await installation.intake('projections', 'rebuild', 'applications');
    // A follower sees the switch a moment later.
    const again = await readUntil(
      () => call<ApplicationAnswer>(healthy.url, { method: 'GET', path: comments }),
      ({ answer }) => answer.adminComments?.length === 2,
    );
    const messages = again.answer.adminComments?.map(({ message }) => message);
    const events = await verified(installation);
    const holds =
      poisoned.status === 200 &&
      standing.answer.adminComments?.length === 1 &&
      other.status === 200 &&
      seen.status === 200 &&
      !seen.headers.has('x-read-model') &&
      named.join() === `applications ${first.answer._id}` &&
      live === list.length &&
      isMeasured &&
      isReady &&
      messages?.join() === 'Before,This is poison';
    return {
      promise: `A poison event stops one document, visibly; all others continue, ${pair}`,
      figure: `in quarantine: ${named.length} (${isMeasured ? 'also' : 'not'} in /metrics), live: ${live} of ${list.length}, /readyz ${isReady ? 200 : 503}; the command answered ${poisoned.status}, another application ${other.status}; after a rebuild by a program that can fold it, all ${events} events are in`,
      holds,
    };
  } finally {
    await folding.kill();
  }
}

async function readUntil<Answer>(read: () => Promise<Answer>, isThere: (answer: Answer) => boolean): Promise<Answer> {
  for (const since = performance.now(); ; ) {
    const answer = await read();
    if (isThere(answer) || performance.now() - since > 30_000) return answer;
  }
}
