import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pair } from '../crash/finding.ts';
import { describeMachine, verdictOf } from '../crash/report.ts';
import { runIntake, startServerProcess } from '../support/running-server.ts';
import { createApplicant, createStaff, type Worker } from './people.ts';
import { createSession, type Findings, told } from './session.ts';
import { soak } from './soak.ts';

/** So many accounts are at work at once, each in its own session, so many rounds long. */
const APPLICANTS = 180;
const STAFF = 20;
const ROUNDS = 10;

const PASSWORD = 'a long and busy day';
const OWNER = 'owner@load.example';

/**
 * 200 accounts on one portal over loopback: applicants who apply, fill in and read, staff who work on the same
 * applications. No call may be refused, and each user reads their own writes at once; otherwise it exits with 1.
 */
async function main(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-load-'));
  const school = [
    '--name',
    'Load School',
    '--slug',
    'load-school',
    '--owner-email',
    OWNER,
    '--owner-password',
    PASSWORD,
  ];
  await runIntake(directory, 'organization', 'create', ...school);
  const server = await startServerProcess(directory);
  const findings: Findings = { requests: 0, behind: 0, slowest: [], problems: [] };
  try {
    const owner = createSession(server.url, findings);
    await owner.send('POST', '/api/login', { email: OWNER, password: PASSWORD });
    const batch = await owner.send('POST', '/api/batches', { name: 'Everybody', status: 'Open', capacity: APPLICANTS });
    const batchId = String(batch._id);
    const applicationIds: string[] = [];
    const people: Worker[] = [
      ...Array.from({ length: APPLICANTS }, (_, number) =>
        createApplicant(createSession(server.url, findings), { number, batchId, password: PASSWORD, applicationIds }),
      ),
      ...Array.from({ length: STAFF }, (_, number) => createStaff(owner.again(), { number, batchId, applicationIds })),
    ];
    const began = performance.now();
    await Promise.all(people.map((work) => work(ROUNDS)));
    const seconds = (performance.now() - began) / 1000;
    const listed = await owner.send('GET', `/api/applications?batchIds=${batchId}`);
    const count = (listed as unknown as readonly unknown[]).length;
    if (count !== APPLICANTS) findings.problems.push(`${APPLICANTS} people have applied, ${count} are listed`);
    console.log(told(findings, { accounts: people.length, seconds }));
    return findings.problems.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** `npm run test:load -- --hours 1 --pair servers`: a long run of all kinds of users instead. */
async function soaked(hours: number, pair: Pair): Promise<number> {
  console.log(describeMachine());
  const findings = await soak(pair, hours, (line) => console.log(`  ${new Date().toISOString()} ${line}`));
  for (const finding of findings) console.log(`${verdictOf(finding)} ${finding.promise}: ${finding.figure}`);
  return findings.some(({ holds }) => holds === false) ? 1 : 0;
}

const { values } = parseArgs({ options: { hours: { type: 'string' }, pair: { type: 'string', default: 'embedded' } } });
const hours = Number(values.hours);
if (values.hours !== undefined && !(hours > 0 && hours <= 24)) throw new Error('--hours takes a number up to 24.');
if (values.pair !== 'embedded' && values.pair !== 'servers') throw new Error('--pair takes embedded or servers.');
// Ends what a failed run has left open.
process.exit(await (values.hours === undefined ? main() : soaked(hours, values.pair)));
