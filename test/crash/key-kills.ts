import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Rotated } from '../../commands/master-key/rotate-master-key.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { type Installation, openInstallation } from './installation.ts';
import { type ApplicationAnswer, type CrashSchool, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const PEOPLE: Readonly<Record<Pair, number>> = { embedded: 200, servers: 40 };
const KILLS_OF_ONE_ROTATION = 10;
const LONGEST_MS = 6000;
const PATIENCE_MS = 120_000;

/** kill -9 during rotations of MASTER_KEY: everything stays readable, and at the end nothing is under an old key. */
export async function killRotations({ pairs, kills }: Options, say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const { done, rotations, people, events } = await killOn(pair, kills, (line) => say(`${pair}: ${line}`));
    findings.push({
      promise: `kill -9 during a rotation of MASTER_KEY, ${pair}`,
      figure: `${done} kills in ${rotations} rotations while people applied; ${people} applicants readable, ${events} events verified, and no store names an old key`,
      holds: true,
    });
  }
  return findings;
}

async function killOn(pair: Pair, kills: number, say: (line: string) => void) {
  await using installation = await openInstallation(pair);
  let portal = await installation.startPortal();
  const school = await openSchool(installation, portal.server.url);
  const emails: string[] = [];
  /** An applicant without an answer may be there or not. */
  const apply = async () => {
    const email = `${randomUUID()}@crash.example`;
    const body = { batchId: school.batchId, firstName: 'Crash', email };
    const { status } = await school
      .call(portal.server.url, { method: 'POST', path: '/api/applications', body })
      .catch(() => ({ status: 0 }));
    if (status === 200) emails.push(email);
  };
  const restart = async () => {
    await Promise.all([portal.server, ...portal.others].map((server) => server.kill()));
    portal = await installation.startPortal();
  };
  for (let n = 0; n < PEOPLE[pair]; n += 1) await apply();

  let done = 0;
  let rotations = 0;
  let longestMs = LONGEST_MS;
  while (done < kills) {
    const words = await wordsFor(installation);
    for (let kill = 0; kill < KILLS_OF_ONE_ROTATION && done < kills; ) {
      const since = performance.now();
      const rotation = run(installation, words);
      const writing = apply();
      const isKilled = await Promise.race([rotation.ended.then(() => false), pause(Math.random() * longestMs, true)]);
      if (isKilled) {
        kill += 1;
        done += 1;
        // The running server of embedded stores does the work of the command.
        await (pair === 'embedded' ? portal.server.kill() : rotation.kill());
      } else longestMs = performance.now() - since;
      await Promise.all([rotation.ended, writing]);
      if (isKilled && pair === 'embedded') portal = await installation.startPortal();
      await requireReadable(school, portal.server.url, emails);
    }
    let ended = await whole(run(installation, words));
    if (!ended.isFinished) {
      // Processes may start with the old key until here.
      await restart();
      installation.environment.MASTER_KEY = await readFile(newKeyIn(installation), 'utf8');
      await restart();
      ended = await whole(run(installation, ['rotate-key']));
      if (!ended.isFinished) throw new Error('The rotation has not ended with the new key');
    }
    rotations += 1;
    await requireReadable(school, portal.server.url, emails);
    await requireNoOther(installation, ended.to);
    say(`${done} kills in ${rotations} rotations, ${emails.length} applicants readable, everything under ${ended.to}`);
  }
  await restart();
  await requireReadable(school, portal.server.url, emails);
  return { done, rotations, people: emails.length, events: await verified(installation) };
}

const newKeyIn = ({ directory }: Installation) => join(directory, 'next.key');

/** Only the operator can change a key of the environment. */
async function wordsFor(installation: Installation): Promise<readonly string[]> {
  if (installation.environment.MASTER_KEY === undefined) return ['rotate-key'];
  await writeFile(newKeyIn(installation), randomBytes(32).toString('base64'));
  return ['rotate-key', '--new-key-file', newKeyIn(installation)];
}

function run({ environment }: Installation, words: readonly string[]) {
  const child = spawn(process.execPath, ['api/cli.ts', '--json', ...words], {
    env: { ...process.env, DEMO: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output, complaint }));
  return {
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function whole({ ended }: ReturnType<typeof run>): Promise<Rotated> {
  const { code, output, complaint } = await ended;
  if (code !== 0) throw new Error(`rotate-key ended with ${code}: ${output}${complaint}`);
  return JSON.parse(output) as Rotated;
}

async function requireReadable(school: CrashSchool, url: string, emails: readonly string[]): Promise<void> {
  for (const since = performance.now(); ; await pause(200)) {
    const { status, answer } = await school.call<readonly ApplicationAnswer[]>(url, {
      method: 'GET',
      path: '/api/applications',
    });
    const found = new Set(status === 200 ? answer.map(({ email }) => email) : []);
    const missing = emails.filter((email) => !found.has(email));
    if (missing.length === 0) return;
    if (performance.now() - since > PATIENCE_MS) throw new Error(`${status}: ${missing.length} applicants are missing`);
  }
}

/** Every sealed text names its key, and nothing else in a store looks like such a name. */
async function requireNoOther(installation: Installation, id: string): Promise<void> {
  const names = new Set<string>();
  const look = (text: string) => {
    for (const [name] of text.matchAll(/\bk[0-9a-f]{8}(?=:)/g)) names.add(name);
  };
  const { directory, environment } = installation;
  for (const name of await readdir(directory, { recursive: true })) {
    const file = join(directory, name);
    if ((await stat(file)).isFile()) look(await readFile(file, 'latin1'));
  }
  if (environment.MONGODB_URL !== undefined) {
    const client = await MongoClient.connect(environment.MONGODB_URL);
    try {
      const { databases } = await client.db().admin().listDatabases();
      for (const { name } of databases) {
        for (const { name: collection } of await client.db(name).listCollections().toArray()) {
          for await (const document of client.db(name).collection(collection).find()) look(JSON.stringify(document));
        }
      }
    } finally {
      await client.close();
    }
  }
  if (names.size !== 1 || !names.has(id)) throw new Error(`The stores name ${[...names].join(', ')} instead of ${id}`);
}
