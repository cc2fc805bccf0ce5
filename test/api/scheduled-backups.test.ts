import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../api/logging/logging.ts';
import { handle } from '../../commands/handling/handle.ts';
import { openBackup } from '../../commands/transfer/backup.ts';
import { readErasures } from '../../commands/transfer/erasures-file.ts';
import { file } from '../../domain/file/file.ts';
import { user } from '../../domain/user/user.ts';
import { testRule } from '../support/adapters.ts';
import { accepted, createSchool, ensured, freshEmail, operatorContext, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
const PASSPHRASE = 'a lantern in the dark';

let home: string;
let folder: string;
let server: TestServer;
let school: School;
let text = '';
let clock = Date.now();

const passphrase = async () => PASSPHRASE;
const backups = async () =>
  (await readdir(folder)).filter((name) => /^intake-[\da-f]{8}-\d{8}T\d{6}Z$/.test(name)).sort();
const standing = async () => (await server.client().call('readyz')).body.backups;
const stateIs = (state: string) => vi.waitUntil(async () => (await standing())?.state === state, 30_000);
const isBackedUp = () =>
  vi.waitUntil(async () => (await standing())?.newestAt === new Date(clock).toISOString(), 30_000);
const restartAfter = async (ms: number) => {
  clock += ms;
  server = await server.restart();
};
const linesWith = (word: string) => text.split('\n').filter((line) => line.includes(word));
/** Retries, because the server may be writing into it. */
const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 50 });
async function metric(name: string): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-scheduled-'));
  folder = join(home, 'backups');
  server = await startTestServer({
    environment: { BACKUP_DIR: folder, BACKUP_EVERY: '24h', BACKUP_KEEP: '2', BACKUP_PASSPHRASE: PASSPHRASE },
    now: () => clock,
    logger: createLogger('info', {
      write: (line) => {
        text += line;
      },
    }),
  });
  school = await createSchool(server, 'backed-up-school');
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  text = '';
  await mkdir(folder);
});
afterEach(() => removeFolder());

test('are made when the newest is old enough, whenever the server starts, and the oldest goes when a newer one is good', async () => {
  await restartAfter(1000);
  await isBackedUp();
  const [first = ''] = await backups();
  const source = await openBackup(join(folder, first), passphrase);
  expect(source.backup.manifest).toMatchObject({ storeId: server.running.composition.log.storeId });
  for (const file of ['events.ndjson', 'vault.ndjson', 'files.ndjson']) {
    expect(await readFile(join(folder, first, file), 'utf8')).toMatch(/^(\{"sealed":"[\w+/=]+"\}\n)+$/);
  }
  expect(linesWith('a backup was made and read back')).toHaveLength(1);
  expect(await metric('intake_backups_total{outcome="complete"}')).toBe(1);
  expect(await metric('intake_backup_last_success_timestamp_seconds')).toBe(clock / 1000);

  await restartAfter(23 * HOUR);
  expect(await metric('intake_backup_age_seconds')).toBe((23 * HOUR) / 1000);
  expect(await metric('intake_backup_overdue_seconds')).toBe(0);
  expect(await backups()).toEqual([first]);

  await restartAfter(2 * HOUR);
  await isBackedUp();
  await restartAfter(25 * HOUR);
  await vi.waitUntil(async () => linesWith('an old backup was removed').length === 1, 30_000);
  const kept = await backups();
  expect(kept).toHaveLength(2);
  expect(kept).not.toContain(first);
});

testRule(
  'that fail or come late leave the portal ready; strangers see the state, operators also the reason',
  async () => {
    await restartAfter(1000);
    await isBackedUp();
    await removeFolder();
    await restartAfter(24 * HOUR);
    await stateIs('failed');
    const { status, body } = await server.client().call('readyz');
    const failure = `${folder} cannot be read (ENOENT). Mount or make it, or set another BACKUP_DIR.`;
    expect([status, body.backups]).toEqual([200, expect.objectContaining({ state: 'failed', failure })]);
    const stranger = await fetch(`${server.url}/readyz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(await stranger.json()).toMatchObject({ status: 'ready', backups: { state: 'failed' } });
    expect(linesWith('"level":50').map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'a scheduled backup failed and will be retried', reason: failure }),
    ]);
    expect(text).not.toContain('"stack"');
    expect(await metric('intake_backup_failing')).toBe(1);
    expect(await metric('intake_backups_total{outcome="failed"}')).toBe(1);

    clock += 2 * HOUR;
    await stateIs('late');
    expect(await metric('intake_backup_overdue_seconds')).toBe((2 * HOUR) / 1000);
    await mkdir(folder);
    await restartAfter(1000);
    await stateIs('ok');
    expect(await metric('intake_backup_overdue_seconds')).toBe(0);
    expect(await metric('intake_backup_failing')).toBe(0);
  },
);

testRule(
  'are not made where a copy of the installation makes them, and are once the operator says which one goes on',
  async () => {
    await restartAfter(1000);
    await isBackedUp();
    const name = (await readdir(folder)).find((found) => found.endsWith('-folder.json')) ?? '';
    const claim = JSON.parse(await readFile(join(folder, name), 'utf8'));
    await writeFile(join(folder, name), JSON.stringify({ ...claim, count: claim.count + 1000, host: 'staging' }));
    const before = await backups();
    await restartAfter(25 * HOUR);
    await stateIs('failed');
    const failure = expect.stringContaining('is in use by another copy of this installation, last on staging');
    expect(await standing()).toMatchObject({ failure });
    expect(await backups()).toEqual(before);
    await rm(join(folder, name));
    await restartAfter(1000);
    await isBackedUp();
  },
);

testRule('go on where one was killed half made, whose remains go', async () => {
  const { storeId } = server.running.composition.log;
  await restartAfter(1000);
  await isBackedUp();
  const [made = ''] = await backups();
  const mark = made.slice(0, made.lastIndexOf('-'));
  const half = join(folder, `${mark}-20200101T000000Z.unfinished`);
  await mkdir(half);
  await writeFile(join(half, 'events.ndjson'), `{"format":"intake-events","version":1,"storeId":"${storeId}"`);
  await rm(join(folder, made), { recursive: true });
  await restartAfter(1000);
  await isBackedUp();
  expect(await readdir(folder)).not.toContain(`${mark}-20200101T000000Z.unfinished`);
});

test('lack the files that are lost, and say so', async () => {
  const data = {
    organizationId: school.organizationId,
    target: 'answer' as const,
    targetId: null,
    uploadType: null,
    mediaType: 'application/pdf',
    size: 100,
    fileName: 'diploma.pdf',
    uploaderEmail: null,
  };
  const record = [{ type: 'RecordUpload', data }] as const;
  accepted(await handle(server.running.composition.environment, file, 'lost-file', record, operatorContext(server)));
  await restartAfter(1000);
  await isBackedUp();
  await stateIs('incomplete');
  expect(await standing()).toMatchObject({ lackingFiles: 1, failure: null });
  expect(await metric('intake_backup_lacking_files')).toBe(1);
  expect(await metric('intake_backups_total{outcome="incomplete"}')).toBe(1);
  expect(linesWith('the backup lacks files')[0]).toContain('The file lost-file is missing');
});

testRule('go on when the clock was an hour or a year ahead', async () => {
  await restartAfter(1000);
  await isBackedUp();
  await restartAfter(-HOUR);
  expect(await metric('intake_backup_age_seconds')).toBe(0);
  await restartAfter(26 * HOUR);
  await isBackedUp();
  const before = await backups();
  await restartAfter(-365 * 24 * HOUR);
  await isBackedUp();
  await vi.waitUntil(async () => linesWith('an old backup was removed').length === 1, 30_000);
  expect(await backups()).toHaveLength(2);
  expect((await backups()).filter((name) => !before.includes(name))).toHaveLength(1);
  clock = Date.now();
});

test('have a list of the erased people beside them, which follows each erasure', async () => {
  await restartAfter(0);
  const { composition } = server.running;
  const userId = await ensured(server, freshEmail());
  await composition.keys.erase(`user-${userId}`, new Date(clock).toISOString());
  const erased = { type: 'ErasePersonalData', data: {} } as const;
  await handle(composition.environment, user, userId, [erased], operatorContext(server));
  const listed = async () => {
    const name = (await readdir(folder)).find((found) => found.endsWith('-erasures.ndjson'));
    return name !== undefined && (await readErasures(join(folder, name), passphrase)).erasures.has(`user-${userId}`);
  };
  await vi.waitUntil(listed, 30_000);
});
