import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { appendHistory, demoHistory } from '../../bench/history.ts';
import { startEventStoreProcess } from '../support/eventstore-double-child.ts';
import { installationIn } from '../support/installation.ts';

/** Moves a long log to EventStoreDB and back under other master keys and kills each import as it writes; all three logs stay equal. */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, kills: { type: 'string', default: '3' } },
});
const EVENTS = Number(values.events);
const KILLS = Number(values.kills);
const EVENTS_FOR_EACH_APPLICANT = 13.5;

const home = await mkdtemp(join(tmpdir(), 'intake-moving-'));
const at = (name: string) => join(home, name);
const masterKey = () => randomBytes(32).toString('base64');

type Environment = Readonly<Record<string, string>>;

function start(environment: Environment, words: readonly string[]) {
  const child = spawn(process.execPath, ['api/cli.ts', ...words, '--json'], {
    env: { ...process.env, DEMO: '0', LOG_LEVEL: 'warn', INTAKE_PASSPHRASE: 'a lantern in the dark', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(-2000)));
  return { child, closed: once(child, 'close'), told: () => out, complained: () => complaint };
}

async function run(what: string, environment: Environment, ...words: readonly string[]): Promise<number> {
  const began = performance.now();
  const { closed, told, complained } = start(environment, words);
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`${what}: ${complained()}`);
  const seconds = (performance.now() - began) / 1000;
  const { events = 0 } = JSON.parse(told()) as { events?: number };
  console.log(
    `${what}: ${seconds.toFixed(1)} s${events > 0 ? `, ${Math.round(events / seconds).toLocaleString('en')} events/s` : ''}`,
  );
  return seconds;
}

/** Kills the import while it writes events, further on each time, then lets it finish. */
async function importUnderFire(what: string, environment: Environment, file: string): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { child, closed, complained } = start(environment, ['events', 'import', file]);
    let isOver = false;
    void closed.then(() => {
      isOver = true;
    });
    const share = () => Number([...complained().matchAll(/^Importing events \S+ (\d+) %/gm)].at(-1)?.[1] ?? -1);
    while (!isOver && share() < (100 * kill) / (KILLS + 1)) await pause(10);
    if (!isOver) await pause(300 * Math.random());
    child.kill('SIGKILL');
    await closed;
    const last = complained().trim().split('\n').at(-1) ?? '';
    if (child.signalCode !== 'SIGKILL') throw new Error(`${what}: ended before it was killed: ${last}`);
    console.log(`  killed at: ${last.replace(/[█░]+ /, '')}`);
  }
  await run(what, environment, 'events', 'import', file);
}

async function digestOf(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"stream":')) sum.update(`${line}\n`);
  }
  return sum.digest('hex');
}

const eventStore = await startEventStoreProcess();
try {
  const source = installationIn(at('source'));
  const { organizationId } = await source.operate<{ organizationId: string }>('demo', { applications: 30 });
  await source.during(async ({ log, readModels }) => {
    const batches = (await readModels.batches.find({ organizationId })).documents.map(({ _id }) => _id);
    const applications = Math.round(EVENTS / EVENTS_FOR_EACH_APPLICANT);
    const batchOf = (applicant: number) => batches[applicant % batches.length] as string;
    await appendHistory(log, demoHistory(applications, { organizationId, staffId: 'staff', batchOf }), organizationId);
    console.log(`The log has ${(await log.head()).toLocaleString('en')} events.`);
  });
  const here = { DATA_DIR: at('source') };
  const there = { DATA_DIR: at('there'), EVENTSTORE_URL: eventStore.url, MASTER_KEY: masterKey() };
  const back = { DATA_DIR: at('back') };
  await run('export from the embedded store', here, 'events', 'export', at('source.ndjson'), '--vault');
  await importUnderFire('import into EventStoreDB, the rest of it', there, at('source.ndjson'));
  await run('verify there', there, 'verify');
  await run('export from EventStoreDB', there, 'events', 'export', at('there.ndjson'), '--vault');
  await importUnderFire('import into the embedded store, the rest of it', back, at('there.ndjson'));
  await run('verify back', back, 'verify');
  await run(
    'import into the embedded store, in one go',
    { DATA_DIR: at('again') },
    'events',
    'import',
    at('there.ndjson'),
  );
  await run('export from there', back, 'events', 'export', at('back.ndjson'));
  await run('backup', back, 'backup', at('backup'));
  const digests = await Promise.all(['source', 'there', 'back'].map((name) => digestOf(at(`${name}.ndjson`))));
  const isSame = new Set(digests).size === 1;
  console.log(isSame ? `The three logs are the same to the letter: ${digests[0]}` : `The logs differ: ${digests}`);
  process.exitCode = isSame ? 0 : 1;
} finally {
  await eventStore.close();
  await rm(home, { recursive: true, force: true });
}
