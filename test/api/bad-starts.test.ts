import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { startServer } from '../../api/server.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { startServerProcess } from '../support/running-server.ts';

const certificates = mkdtempSync(join(tmpdir(), 'intake-certificate-'));
const pair = makeCertificate(certificates);

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'intake-starts-'));
  await writeFile(join(parent, 'file'), '');
});
afterAll(async () => {
  for (const directory of [parent, certificates]) await rm(directory, { recursive: true, force: true });
});

async function start(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: { ...process.env, PORT: '0', DEMO: '0', LOG_LEVEL: 'warn', DATA_DIR: join(parent, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('a start that cannot be ends with 1 and says why, without a stack', () => {
  test('a proxy that is no address', async () => {
    const { code, output } = await start({ TRUST_PROXY: 'evil' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^The configuration .*\nTRUST_PROXY: must be .*\n$/)]);
  });

  test('a data directory that cannot be made', async () => {
    for (const path of [join(parent, 'file', 'data'), '/proc/x']) {
      const { code, output } = await start({ DATA_DIR: path });
      expect([code, output]).toEqual([1, expect.stringMatching(/^.* cannot hold the data: .* another DATA_DIR\.\n$/)]);
    }
  });

  test('backups in the data directory, also where a link leads', async () => {
    await mkdir(join(parent, 'data/backups'), { recursive: true });
    await symlink(join(parent, 'data/backups'), join(parent, 'backups'));
    for (const name of ['data', 'data/backups', 'backups']) {
      const { code, output } = await start({ BACKUP_DIR: join(parent, name) });
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          /^BACKUP_DIR \(\S+\) is in DATA_DIR \(\S+\): .* Set BACKUP_DIR to a folder elsewhere.*\n$/,
        ),
      ]);
    }
  });

  test('a port that is taken, and a host that is not ours', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const addresses: Record<string, string>[] = [{ PORT: port }, { HOST: '192.0.2.1' }];
    for (const address of addresses) {
      const { code, output } = await start(address);
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^.* cannot be listened on .* another PORT or HOST\.\n$/),
      ]);
    }
    taken.close();
  });

  test('addresses of servers that are none, though the other server is away, and never with their passwords', async () => {
    const [away, MASTER_KEY] = ['127.0.0.1:1', Buffer.alloc(32).toString('base64')];
    const [ES, MONGO] = [`esdb://ann:hush@${away}?tls=false`, `mongodb://ann:hush@${away}/intake`];
    for (const [EVENTSTORE_URL, MONGODB_URL, complaint] of [
      [`${ES}&hurry=1`, MONGO, /^The EventStoreDB connection string .*hurry\.\n$/],
      [ES, `${MONGO}?hurry=1`, /^MONGODB_URL is no address .*\.\n$/],
      [ES, `${MONGO}.test`, /^MONGODB_URL is no address .*\.\n$/],
    ] as const) {
      const { code, output } = await start({ EVENTSTORE_URL, MONGODB_URL, MASTER_KEY });
      expect([code, output]).toEqual([1, expect.stringMatching(complaint)]);
      expect(output).not.toContain('hush');
    }
  });

  test.skipIf(!pair)('a password that EventStoreDB refuses, though MongoDB is away', async () => {
    const double = await startEventStoreDouble({
      host: 'localhost',
      ...(pair ? { tls: pair } : {}),
      login: 'admin:sesame',
    });
    const authority = encodeURIComponent(join(certificates, 'cert.pem'));
    const { code, output } = await start({
      EVENTSTORE_URL: `esdb://admin:hush@localhost:${double.port}?tls=true&tlsCAFile=${authority}`,
      MONGODB_URL: 'mongodb://127.0.0.1:1/intake',
      MASTER_KEY: Buffer.alloc(32).toString('base64'),
    });
    await double.close();
    const complaint = 'The EventStoreDB server refuses the name and password of EVENTSTORE_URL.\n';
    expect([code, output]).toEqual([1, complaint]);
  });

  test('one role without both servers', async () => {
    const { code, output } = await start({ ROLE: 'worker' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^ROLE=worker needs .*\n$/)]);
  });
});

test('a start that fails after everything is open closes it again', async () => {
  const config = readConfig({ PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: join(parent, 'undone') });
  const failing = startServer(config, {
    prepare: async () => {
      throw new Error('No demo today');
    },
  });
  await expect(failing).rejects.toThrow('No demo today');
  const again = await startServer(config);
  await again.close();
});

test('the first start on an empty directory logs no errors', async () => {
  const server = await startServerProcess(join(parent, 'empty'));
  await server.stop();
  expect(server.lastWords).not.toContain('"level":50');
});

test('a start in production warns once, in one line, of settings that do not fit, and later not of the key', async () => {
  const environment = { NODE_ENV: 'production', HOST: '0.0.0.0' };
  const warnings = async () => {
    const server = await startServerProcess(join(parent, 'production'), environment);
    await server.stop();
    return server.lastWords
      .split('\n')
      .filter((line) => line.includes('"level":40'))
      .map((line) => (JSON.parse(line) as { settings: string[] }).settings);
  };
  const later = [/^SMTP_URL is not set/, /links in emails lead to http:\/\/localhost:/, /TRUST_PROXY is not set/];
  const saying = (sentences: readonly RegExp[]) => sentences.map((sentence) => expect.stringMatching(sentence));
  expect(await warnings()).toEqual([saying([/^A new master key was created/, ...later])]);
  expect(await warnings()).toEqual([saying(later)]);
});
