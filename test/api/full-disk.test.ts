import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../support/client.ts';
import { limitFiles } from '../support/file-limit.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { intakeOnFullDisk, startServerProcess } from '../support/running-server.ts';
import { canRun } from '../support/tools.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const INTAKE_PASSPHRASE = 'a lantern in the dark';
/** 512-byte blocks: enough for SQLite's shared memory and a few pages. */
const FEW_BLOCKS = 64;
const NO_BLOCKS = 0;

let parent: string;
const below = (name: string) => join(parent, name);
const at = (name: string) => ({ DATA_DIR: below(name), MASTER_KEY, INTAKE_PASSPHRASE });
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'intake-full-'));
  await runIntakeInProcess(at('school'), 'demo', '--applications', '20');
  await runIntakeInProcess(at('school'), 'events', 'export', below('export'), '--vault');
  await runIntakeInProcess(at('school'), 'backup', below('backup'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('on a full disk every command ends with 1 and one line', () => {
  let n = 0;
  const onCopy = async (blocks: number, words: readonly string[]) => {
    n += 1;
    await cp(below('school'), below(`copy-${n}`), { recursive: true });
    return intakeOnFullDisk(at(`copy-${n}`), blocks, ...words.map((word) => word.replace('NEW', below(`new-${n}`))));
  };
  const expectOneLine = ({ code, complaint }: { code: number | null; complaint: string }, folder = 'DATA_DIR') => {
    const lines = complaint.split('\n').filter((line) => line !== '' && !line.includes('░') && !line.includes('█'));
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^(The disk of (${folder} is full|DATA_DIR cannot be read or written) \\(.+\\).+|.*: disk I/O error.*)$`,
        ),
      ),
    ]);
    expect(code).toBe(1);
  };

  test.each([
    [NO_BLOCKS, 'organization list'],
    [NO_BLOCKS, 'organization remove-owner --email mia@bagwis.example'],
    [NO_BLOCKS, 'user grant-creator --email mia@bagwis.example'],
    [NO_BLOCKS, 'projections list'],
    [NO_BLOCKS, 'erasures export NEW'],
    [FEW_BLOCKS, 'organization create --name School --slug my-school --owner-email me@school.example'],
    [FEW_BLOCKS, 'forget --email ada@applicant.example --yes'],
    [FEW_BLOCKS, 'demo password'],
    [FEW_BLOCKS, 'projections rebuild --all'],
    [FEW_BLOCKS, 'verify'],
    [FEW_BLOCKS, 'events export NEW'],
    [FEW_BLOCKS, 'backup NEW'],
  ] as const)('with room for %i blocks: %s', async (blocks, words) => {
    const isWrittenFirst = words === 'events export NEW' || words === 'backup NEW';
    expectOneLine(await onCopy(blocks, words.split(' ')), isWrittenFirst ? parent : 'DATA_DIR');
  });

  test.each(['demo', 'events import EXPORT', 'restore BACKUP'])(
    'in an empty installation, and goes on with space: %s',
    async (words) => {
      n += 1;
      const named = words.replace('EXPORT', below('export')).replace('BACKUP', below('backup')).split(' ');
      const environment = at(`empty-${n}`);
      expectOneLine(await intakeOnFullDisk(environment, 4 * FEW_BLOCKS, ...named));
      if (words === 'demo') return;
      expect(await intakeInProcess(environment, ...named)).toMatchObject({ code: 0 });
      expect(await intakeInProcess(environment, 'verify')).toMatchObject({ code: 0 });
    },
  );
});

describe.skipIf(!canRun('prlimit', '--version'))('a server whose disk fills up (needs prlimit)', () => {
  test('says so, serves what it holds, and recovers once there is space', async () => {
    await cp(below('school'), below('served'), { recursive: true });
    const { DATA_DIR, ...environment } = at('served');
    const server = await startServerProcess(DATA_DIR, environment);
    try {
      const client = createClient(server.url);
      const body = { email: 'mia@bagwis.example', password: 'learn-by-building' };
      expect((await client.call('login', { body })).status).toBe(200);
      const { body: applications } = await client.call('listApplications');
      const id = applications[0]?._id ?? '';
      const change = (firstName: string) => client.call('changeApplication', { params: { id }, body: { firstName } });
      const readyz = async () => (await client.call('readyz')).body.warnings;
      const metrics = async () => {
        const text = await (await fetch(`${server.url}/metrics`)).text();
        const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
        return {
          isWritable: figure('intake_storage_writable'),
          unavailable: figure('intake_append_duration_seconds_count\\{outcome="unavailable"\\}'),
        };
      };
      expect([await readyz(), await metrics()]).toEqual([[], { isWritable: 1, unavailable: 0 }]);

      limitFiles(server.process.pid, 100_000);
      let [answered, refused] = [0, await change('Ann 0')];
      for (; refused.status === 200; refused = await change(`Ann ${answered}`)) answered += 1;
      expect([refused.status, refused.problem.message]).toEqual([
        503,
        'This cannot be done right now. Nothing was lost; please try again in a moment.',
      ]);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await client.call('getApplication', { params: { id } })).status).toBe(200);
      expect(await readyz()).toContainEqual({
        field: 'storage',
        message: expect.stringMatching(/^Nothing can be stored \(.+\)\. Stored data can still be read\.$/),
      });
      const before = await metrics();
      expect(before).toEqual({ isWritable: 0, unavailable: expect.toSatisfy((count) => count > 0) });
      // The write fails in the vault, which reads the key before the append.
      const signUp = { email: 'new@applicant.example', password: 'a lantern in the dark' };
      expect((await client.call('signup', { body: signUp })).status).toBe(503);
      expect((await metrics()).unavailable).toBeGreaterThan(before.unavailable);

      limitFiles(server.process.pid, 'unlimited');
      expect((await change('Bea')).status).toBe(200);
      await vi.waitFor(async () => {
        const { body: shown } = await client.call('getApplication', { params: { id } });
        expect(shown).toMatchObject({ firstName: 'Bea', version: answered + 1 });
      }, 20_000);
      expect([await readyz(), (await metrics()).isWritable]).toEqual([[], 1]);
    } finally {
      await server.stop();
    }
    expect(await intakeInProcess(at('served'), 'verify')).toMatchObject({ code: 0 });
  });
});
