import { setTimeout as pause } from 'node:timers/promises';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { type ApplicationAnswer, type CrashSchool, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const APPLICATIONS = 40;
const READERS = 4;
const SWITCHES = 6;

/** Rebuilds under readers and a writer: no request fails, and no answer is older than its reader's position. */
export async function switchUnderReads({ pairs }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) findings.push(await switchAgain(pair));
  return findings;
}

async function switchAgain(pair: Pair): Promise<Finding> {
  await using installation = await openInstallation(pair);
  const { server } = await installation.startPortal();
  const school = await openSchool(installation, server.url);
  const known = new Map<string, Known>();
  for (let n = 0; n < APPLICATIONS; n += 1) {
    const { answer } = await school.call<ApplicationAnswer>(server.url, {
      method: 'POST',
      path: '/api/applications',
      body: { batchId: school.batchId, firstName: 'A', email: `${n}@crash.example` },
    });
    known.set(answer._id, { comments: 0, position: undefined });
  }
  let isOver = false;
  const tally: Tally = { reads: 0, writes: 0, lists: 0 };
  const working = Promise.all([
    write(school, server.url, known, tally, () => isOver),
    ...Array.from({ length: READERS }, (_, n) => read(school, server.url, known, tally, () => isOver, n === 0)),
  ]).finally(() => {
    isOver = true;
  });
  working.catch(() => undefined);
  for (let n = 0; n < SWITCHES && !isOver; n += 1) await installation.intake('projections', 'rebuild', '--all');
  isOver = true;
  await working;
  const events = await verified(installation);
  const through = pair === 'servers' ? ', through a follower' : '';
  return {
    promise: `Blue/green switch under reads: no failed and no wrong answer${through}, ${pair}`,
    figure: `${SWITCHES} rebuilds of everything; ${tally.reads} reads, ${tally.lists} lists, ${tally.writes} commands meanwhile: 0 failed, 0 wrong; ${events} events verified`,
    holds: true,
  };
}

interface Known {
  comments: number;
  position: string | undefined;
}

interface Tally {
  reads: number;
  writes: number;
  lists: number;
}

async function write(
  { call }: CrashSchool,
  url: string,
  known: Map<string, Known>,
  tally: Tally,
  isOver: () => boolean,
) {
  for (const ids = [...known.keys()]; !isOver(); tally.writes += 1) {
    const id = ids[tally.writes % ids.length] as string;
    const message = `Comment ${tally.writes}`;
    const { status, headers, answer } = await call(url, {
      method: 'PUT',
      path: `/api/applications/${id}`,
      body: { adminComments: [{ message }] },
    });
    if (status !== 200) throw new Error(`A command was answered ${status} during a switch: ${JSON.stringify(answer)}`);
    const { comments } = known.get(id) as Known;
    known.set(id, { comments: comments + 1, position: headers.get('x-position') ?? undefined });
    await pause(20);
  }
}

async function read(
  { call }: CrashSchool,
  url: string,
  known: Map<string, Known>,
  tally: Tally,
  isOver: () => boolean,
  isListing: boolean,
) {
  for (const ids = [...known.keys()]; !isOver(); ) {
    const id = ids[Math.floor(Math.random() * ids.length)] as string;
    const { comments, position } = known.get(id) as Known;
    const path = isListing ? '/api/applications' : `/api/applications/${id}`;
    const { status, answer, headers } = await call<ApplicationAnswer | readonly ApplicationAnswer[]>(url, {
      method: 'GET',
      path,
      after: position,
    });
    if (status !== 200) throw new Error(`A read was answered ${status} during a switch: ${JSON.stringify(answer)}`);
    if (headers.has('x-read-model')) throw new Error('A read was answered from a read model that lags');
    const rows = Array.isArray(answer) ? answer : [answer];
    if (isListing && rows.length !== ids.length) throw new Error(`A list had ${rows.length} of ${ids.length} rows`);
    const found = rows.find(({ _id }) => _id === id)?.adminComments?.length ?? -1;
    const later = (known.get(id) as Known).comments + 1;
    if (found < comments || found > later)
      throw new Error(`A read found ${found} comments, not ${comments} to ${later}`);
    if (isListing) tally.lists += 1;
    else tally.reads += 1;
  }
}
