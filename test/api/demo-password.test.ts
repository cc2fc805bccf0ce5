import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD, STAFF } from '../../api/operator/demo/school.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';

const PUBLIC = { PUBLIC_URL: 'https://school.example' };
const EMAILS = [...STAFF.map(({ email }) => email), DEMO_APPLICANT];

describeEmbedded('the password of the demo school', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intake-demo-password-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const dataIn = (name: string) => join(directory, name);
  const during = async <Answer>(
    dataDir: string,
    environment: Record<string, string>,
    work: (server: RunningServer) => Promise<Answer>,
  ): Promise<Answer> => {
    const server = await startServerProcess(dataDir, environment);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  };
  const loginsWith = async ({ url }: RunningServer, password: string) =>
    Promise.all(
      EMAILS.map(async (email) => (await createClient(url).call('login', { body: { email, password } })).status),
    );
  const passwordIn = (told: string) => /password(?: of .*)?: (\S+)/.exec(told)?.[1] ?? '';

  test('is the published one only on this machine: where others reach the portal it ends, sessions too, and the log says how to go on', async () => {
    const dataDir = dataIn('moved');
    await runIntakeInProcess({ DATA_DIR: dataDir }, 'demo', '--applications', '5');
    const mia = await during(dataDir, {}, async (server) => {
      expect(await loginsWith(server, DEMO_PASSWORD)).toEqual(EMAILS.map(() => 200));
      const client = createClient(server.url);
      await client.call('login', { body: { email: EMAILS[0], password: DEMO_PASSWORD } });
      return client;
    });

    for (const environment of [PUBLIC, { HOST: '0.0.0.0' }]) {
      await during(dataDir, environment, async (server) => {
        expect(await loginsWith(server, DEMO_PASSWORD)).toEqual(EMAILS.map(() => 401));
        const cookies = [...mia.cookies];
        const Cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
        expect((await fetch(`${server.url}/api/user`, { headers: { Cookie } })).status).toBe(401);
        if (environment !== PUBLIC) return;
        expect(server.lastWords).toContain('the published password of the demo accounts no longer works');
        expect(server.lastWords).toContain('npm run intake -- demo password');
        const password = passwordIn(await runIntakeInProcess({ DATA_DIR: dataDir }, 'demo', 'password'));
        expect(password.length).toBeGreaterThanOrEqual(20);
        expect(await loginsWith(server, password)).toEqual(EMAILS.map(() => 200));
      });
    }
    await during(dataDir, { ...PUBLIC, DEMO: '1' }, async (server) => {
      expect(server.lastWords).not.toContain('no longer works');
      expect(server.lastWords).toContain('Their random password was shown once');
    });
    expect(passwordIn(await runIntakeInProcess({ DATA_DIR: dataDir }, 'demo', 'password'))).toBe(DEMO_PASSWORD);
  }, 120_000);

  test('is random where a demo is created that others reach, and printed once', async () => {
    const dataDir = dataIn('public');
    const told = await runIntakeInProcess({ DATA_DIR: dataDir, ...PUBLIC }, 'demo', '--applications', '5');
    const password = passwordIn(told);
    expect(password.length).toBeGreaterThanOrEqual(20);
    await during(dataDir, { ...PUBLIC, DEMO: '1' }, async (server) => {
      expect(await loginsWith(server, password)).toEqual(EMAILS.map(() => 200));
      expect(await loginsWith(server, DEMO_PASSWORD)).toEqual(EMAILS.map(() => 401));
      expect(server.lastWords).not.toContain(password);
      expect(server.lastWords).toContain(`Log in at ${PUBLIC.PUBLIC_URL}/login:`);
    });
  }, 120_000);

  test('cannot be set where there is no demo', async () => {
    const dataDir = dataIn('none');
    await runIntakeInProcess(
      { DATA_DIR: dataDir },
      ...[
        'organization',
        'create',
        '--name',
        'One',
        '--slug',
        'one',
        '--owner-email',
        'o@one.example',
        '--time-zone',
        'UTC',
      ],
    );
    const { code, complaint } = await intakeInProcess({ DATA_DIR: dataDir }, 'demo', 'password');
    expect([code, complaint]).toEqual([1, expect.stringContaining('does not exist')]);
  }, 60_000);

  test('a server that reloads its sources serves this machine only', async () => {
    const { code, complaint } = await startInDevelopment({ ...PUBLIC, DATA_DIR: dataIn('dev') });
    expect([code, complaint]).toEqual([1, expect.stringContaining('--dev serves the sources')]);
  }, 60_000);
});

async function startInDevelopment(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; complaint: string }> {
  const child = spawn(process.execPath, ['api/main.ts', '--dev'], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, complaint };
}
