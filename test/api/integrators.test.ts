import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../support/guide.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const GUIDE = join(import.meta.dirname, '../../docs/integrators.md');

let server: TestServer;
let school: School;
let directory: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'mirrored');
  directory = await mkdtemp(join(tmpdir(), 'intake-integrators-'));
  const block = blocksOf(await readFile(GUIDE, 'utf8')).find(({ mark }) => mark === 'mirror');
  await writeFile(join(directory, 'mirror.mjs'), block?.text ?? '');
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const MIRROR = () => join(directory, 'mirror.sqlite');

async function mirror() {
  await promisify(execFile)(process.execPath, ['--no-warnings', join(directory, 'mirror.mjs'), '--once'], {
    env: {
      PATH: process.env.PATH,
      INTAKE_URL: server.url,
      INTAKE_EMAIL: `admin@${school.slug}.example`,
      INTAKE_PASSWORD: PASSWORD,
      MIRROR: MIRROR(),
    },
  });
  using table = new DatabaseSync(MIRROR());
  return table.prepare('SELECT id, status, program, name FROM applications ORDER BY name').all();
}

test('the program of the guide mirrors applications, also from the beginning again, and forgets who is erased', async () => {
  const { Admin, Owner } = school.staff;
  const apply = async (firstName: string) => {
    const body = { batchId: school.batches.Open, ...answers(freshEmail()), firstName };
    return (await Admin.call('submitApplication', { body })).body._id;
  };
  const [ada, bob] = [await apply('Ada'), await apply('Bob')];
  const row = (id: string, firstName: string, status: string) => ({
    id,
    status,
    program: 'Open batch',
    name: `${firstName} Lovelace`,
  });
  expect(await mirror()).toEqual([row(ada, 'Ada', 'NEW'), row(bob, 'Bob', 'NEW')]);
  await Admin.call('changeApplication', {
    params: { id: bob },
    body: { status: 'INTERVIEW PENDING', firstName: 'Rob' },
  });
  const expected = [row(ada, 'Ada', 'NEW'), row(bob, 'Rob', 'INTERVIEW PENDING')];
  expect(await mirror()).toEqual(expected);
  const table = new DatabaseSync(MIRROR());
  table.exec('DELETE FROM cursor');
  table.close();
  expect(await mirror()).toEqual(expected);
  await Owner.call('erasePerson', { body: { applicationId: ada } });
  expect(await mirror()).toEqual([row(bob, 'Rob', 'INTERVIEW PENDING')]);
  await rm(MIRROR());
  expect(await mirror()).toEqual([row(bob, 'Rob', 'INTERVIEW PENDING')]);
});
