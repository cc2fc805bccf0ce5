import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readManifest } from '../../commands/transfer/manifest.ts';
import { createClient } from '../support/client.ts';
import { installationIn } from '../support/installation.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { PASSWORD, PROCESS } from '../support/school.ts';

const OWNER = 'owner@drilled.example';
const CLIENTS = 4;
const BETWEEN_REQUESTS_MS = 20;
const PASSPHRASE = 'a lantern in the dark';

let home: string;
const at = (name: string) => join(home, name);
let server: RunningServer | undefined;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-drill-'));
});
afterAll(async () => {
  await server?.kill();
  await rm(home, { recursive: true, force: true });
});

interface Acknowledged {
  readonly id: string;
  readonly email: string;
  /** Time of the answer, in milliseconds since the epoch. */
  readonly at: number;
}

function startLoad(url: string, batchId: string) {
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; !isOver; n += 1) {
      const email = `applicant-${client}-${n}@drilled.example`;
      const body = { batchId, email, firstName: 'Ada', lastName: `${client} ${n}` };
      const applied = await createClient(url).call('submitApplication', { body });
      if (applied.status !== 200) throw new Error(applied.problem.message);
      acknowledged.push({ id: applied.body._id, email, at: Date.now() });
      await pause(BETWEEN_REQUESTS_MS);
    }
  });
  const ended = Promise.all(clients);
  return {
    acknowledged,
    until: (condition: () => boolean | Promise<boolean>) =>
      Promise.race([ended, vi.waitUntil(condition, { timeout: 60_000, interval: 50 })]),
    stop: () => {
      isOver = true;
      return ended;
    },
  };
}

test('a machine that is lost under load is restored elsewhere from its last scheduled backup: acknowledged writes from before it are there, and erased people stay erased', async () => {
  const intake = (place: string, ...words: string[]) =>
    runIntakeInProcess({ DATA_DIR: at(place), BACKUP_PASSPHRASE: PASSPHRASE }, ...words);
  await intake(
    'lost',
    ...['organization', 'create', '--name', 'Drilled', '--slug', 'drilled'],
    ...['--owner-email', OWNER, '--owner-password', PASSWORD],
  );
  await mkdir(at('backups'));
  // A backup by hand would postpone the next one; the test then makes it look older.
  await intake('lost', 'backup', at('backups/by-hand'));
  server = await startServerProcess(at('lost'), {
    BACKUP_DIR: at('backups'),
    BACKUP_EVERY: '5m',
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  const owner = createClient(server.url);
  await owner.call('login', { body: { email: OWNER, password: PASSWORD } });
  const process = await owner.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
  const batch = await owner.call('createBatch', {
    body: { name: 'June', status: 'Open', processId: process.body._id },
  });
  expect(batch.status, batch.problem.message).toBe(200);

  const load = startLoad(server.url, batch.body._id);
  await load.until(() => load.acknowledged.length > 40);
  const [early, late] = load.acknowledged as [Acknowledged, Acknowledged, ...Acknowledged[]];
  await intake('lost', 'forget', '--email', early.email, '--yes');
  const byHand = join(at('backups/by-hand'), 'manifest.json');
  const manifest = JSON.parse(await readFile(byHand, 'utf8'));
  await writeFile(byHand, JSON.stringify({ ...manifest, createdAt: '2026-01-01T00:00:00.000Z' }));
  const scheduled = async () => (await readdir(at('backups'))).find((name) => /^intake-[\da-f]{8}-\w+Z$/.test(name));
  await load.until(async () => (await scheduled()) !== undefined);
  const backup = join(at('backups'), (await scheduled()) as string);
  const behindBackup = load.acknowledged.length;
  await intake('lost', 'forget', '--email', late.email, '--yes');
  const isListed = async () => {
    const list = (await readdir(at('backups'))).find((name) => name.endsWith('-erasures.ndjson'));
    return list !== undefined && (await readFile(join(at('backups'), list), 'utf8')).includes(late.id);
  };
  await load.until(async () => load.acknowledged.length > behindBackup + 20 && (await isListed()));
  await load.stop();

  // Only the master key survives, because it is stored elsewhere.
  await mkdir(at('restored'));
  await copyFile(join(at('lost'), 'master.key'), join(at('restored'), 'master.key'));
  await server.kill();
  server = undefined;
  await rm(at('lost'), { recursive: true });
  expect(await intake('restored', 'restore', backup)).toMatch(/events imported.* erasures? repeated/);
  expect(await intake('restored', 'verify')).toContain('Sound: ');

  const mark = Date.parse((await readManifest(backup)).createdAt);
  const before = load.acknowledged.filter((one) => one.at < mark);
  expect(before.length).toBeGreaterThan(40);
  expect(before.length).toBeLessThan(load.acknowledged.length);
  const restored = installationIn(at('restored'));
  await restored.during(async ({ readModels }) => {
    const found = await Promise.all(before.map(async ({ id }) => [id, (await readModels.applications.get(id))?.email]));
    expect(found).toEqual(before.map((one) => [one.id, one === early || one === late ? null : one.email]));
  });
  const known = ({ email }: Acknowledged) => restored.operate('person find', { email });
  for (const erased of [early, late]) expect(await known(erased)).toMatchObject({ applications: 0 });
  expect(await known(before.at(-1) as Acknowledged)).toMatchObject({ applications: 1 });
}, 240_000);
