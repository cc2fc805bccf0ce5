import { cp, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import { startServer } from '../../api/server.ts';
import { type Client, createClient } from '../support/client.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { intakeIn, startServerProcess } from '../support/running-server.ts';

const PAGE = 4096;
/** A server starts its check after a few seconds. */
const PATIENCE = { timeout: 60_000, interval: 100 };

let parent: string;
let dataDir: string;
let log: string;
/** Two applications with events in different pages. */
let [damaged, other] = ['', ''];
let page: number;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'intake-damaged-'));
  await runIntakeInProcess({ DATA_DIR: join(parent, 'sound') }, 'demo', '--applications', '20');
  await runIntakeInProcess({ DATA_DIR: join(parent, 'sound') }, 'verify');
  const sound = join(parent, 'sound', 'events.sqlite');
  const database = new DatabaseSync(sound, { readOnly: true });
  const first = database
    .prepare("SELECT stream, id FROM events WHERE stream LIKE 'application-%' AND revision = 0 ORDER BY position")
    .all() as { stream: string; id: string }[];
  database.close();
  const [one, another] = [first.at(3), first.at(-1)];
  if (!one || !another) throw new Error('The demo has too few applications');
  [damaged, other] = [one, another].map(({ stream }) => stream.replace('application-', '')) as [string, string];
  const at = (await readFile(sound)).indexOf(one.id);
  page = at - (at % PAGE);
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(parent, 'copy-'));
  log = join(dataDir, 'events.sqlite');
  await cp(join(parent, 'sound'), dataDir, { recursive: true });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function overwrite(at: number): Promise<void> {
  const file = await open(log, 'r+');
  await file.write(Buffer.alloc(8, 0xff), 0, 8, at);
  await file.close();
}

async function startHere(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const common = { DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
  const config = readConfig({ ...common, ...environment });
  const server = await startServer(config);
  closers.push(() => server.close());
  return server.url;
}
async function signedIn(url: string): Promise<Client> {
  const client = createClient(url);
  const body = { email: 'mia@bagwis.example', password: 'learn-by-building' };
  expect((await client.call('login', { body })).status).toBe(200);
  return client;
}

const isWell = async (url: string) => (await fetch(`${url}/readyz`)).ok;
const change = (client: Client, id: string, firstName: string) =>
  client.call('changeApplication', { params: { id }, body: { firstName } });
const intake = (...words: readonly string[]) => intakeInProcess({ DATA_DIR: dataDir }, ...words);

/** Visitors, monitors and the operator get this answer once the damage is detected. */
async function expectClosed(url: string, client: Client, what: RegExp): Promise<void> {
  const readyz = await client.call('readyz');
  expect([readyz.status, readyz.problem.message]).toEqual([503, expect.stringContaining('is damaged')]);
  expect(readyz.problem.errors).toEqual([{ field: 'log', message: expect.stringMatching(what) }]);
  expect(readyz.problem.errors?.[0]?.message).toContain('restore the last backup into an empty installation');
  const stranger = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(await stranger.text()).not.toMatch(what);
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^intake_verification_sound 0$/m);
  const refused = await change(client, other, 'Nobody');
  expect([refused.status, refused.problem.message]).toEqual([
    503,
    'Nothing can be changed right now, because stored data is damaged. Please try again later.',
  ]);
  expect((await client.call('getApplication', { params: { id: other } })).status).toBe(200);
}

test('a page of the log that is damaged while the server runs closes the log at the first command that reads it', async () => {
  const folder = join(parent, 'nowhere');
  const url = await startHere({ BACKUP_DIR: folder });
  const client = await signedIn(url);
  const failure = expect.stringContaining(`${folder} cannot be read (ENOENT)`);
  await expect.poll(async () => (await client.call('readyz')).body.backups?.failure).toEqual(failure);
  expect((await change(client, other, 'Mia')).status).toBe(200);
  await overwrite(page);
  expect((await change(client, damaged, 'Mia')).status).toBe(503);
  await expectClosed(url, client, /events\.sqlite is damaged: database disk image is malformed/);
  const { problem } = await client.call('readyz');
  expect(ENDPOINTS.readyz.problem?.parse(problem)).toMatchObject({ backups: { state: 'failed', failure } });
  const stranger = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(await stranger.json()).toMatchObject({ status: 503, backups: { state: 'failed' } });
  expect((await client.call('getApplicationHistory', { params: { id: damaged } })).problem.message).toMatch(
    /^This cannot be shown right now, because stored data is damaged/,
  );
});

test('one that was damaged while no server ran is found after the start, remembered, and taken back by verify', async () => {
  await overwrite(page);
  const server = await startServerProcess(dataDir);
  closers.push(() => server.stop());
  const client = await signedIn(server.url);
  await vi.waitUntil(async () => !(await isWell(server.url)), PATIENCE);
  await expectClosed(server.url, client, /events\.sqlite is damaged/);
  const told = server.lastWords.split('\n').filter((line) => line.includes('the stored data is damaged'));
  expect(told).toEqual([expect.stringMatching(/events\.sqlite is damaged.*no more events are appended\. Stop all/)]);
  const folder = join(dataDir, 'files', 'ab');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'abcd'), 'damaged');
  const found = await intake('verify');
  await rm(folder, { recursive: true });
  expect([found.code, found.out.trim().split('\n')]).toEqual([
    1,
    [
      '4 problems:',
      expect.stringMatching(/^The log cannot be read after position 0: .*events\.sqlite is damaged: /),
      expect.stringMatching(/events\.sqlite is damaged: /),
      'The file abcd is damaged; the part of the log that can be read does not name it',
      'The read models were not compared: a damaged log cannot be folded afresh',
    ],
  ]);
  await server.stop();

  const again = await startHere();
  expect(await isWell(again)).toBe(false);
  await closers.pop()?.();

  await cp(join(parent, 'sound', 'events.sqlite'), log);
  expect(await intake('verify')).toMatchObject({ code: 0, out: expect.stringContaining('Sound') });
  expect((await change(await signedIn(await startHere()), other, 'Jun')).status).toBe(200);
});

test('a log whose head is damaged ends the start, and every command, with one line that says what to do', async () => {
  await overwrite(0);
  const line = /^\S+events\.sqlite is damaged: file is not a database\. Stop all processes, .*"intake verify"\.\n$/;
  for (const words of ['verify', 'projections list', 'backup NEW'])
    expect(await intakeIn({ DATA_DIR: dataDir }, ...words.replace('NEW', `${dataDir}-backup`).split(' '))).toEqual({
      code: 1,
      out: '',
      complaint: expect.stringMatching(line),
    });
  await expect(startServerProcess(dataDir)).rejects.toThrow(
    /events\.sqlite is damaged: file is not a database\. Stop all/,
  );
});
