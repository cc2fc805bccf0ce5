import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyIdOf } from '../../commands/vault/master-keys.ts';
import { createClient } from '../support/client.ts';
import { linksTo } from '../support/emails.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { addApp } from '../support/second-factor.ts';
import { softwarePasskeys } from '../support/software-passkeys.ts';

const EMAIL = 'owner@keys.example';
const PASSWORD = 'a-long-and-quiet-night';

const newKey = () => randomBytes(32).toString('base64');

/** Its authenticator app and its passkey are sealed with a key that a rotation seals anew. */
async function accountWithFactors(url: string, data: string) {
  const account = { email: 'ada@keys.example', password: PASSWORD };
  const client = createClient(url);
  await client.call('signup', { body: account });
  const [link] = await linksTo(data, account.email, '/verifyEmail');
  await client.call('verifyEmail', { body: { token: link?.searchParams.get('token') ?? '' } });
  const codes = [...(await addApp(client, { password: PASSWORD }))];
  const device = softwarePasskeys(new URL(url).origin);
  const { body: options } = await client.call('beginPasskey');
  const added = await client.call('addPasskey', { body: { name: 'Phone', passkey: device.make(options) } });
  expect(added.status, added.problem.message).toBe(200);
  return {
    /** By a code and by the passkey. */
    async logIn(at: string): Promise<readonly number[]> {
      const visitor = createClient(at);
      const byCode = await visitor.call('login', { body: { ...account, code: codes.pop() } });
      const { body: request } = await visitor.call('beginPasskeyLogin');
      const passkey = device.prove(request, { origin: new URL(at).origin });
      const byPasskey = await visitor.call('loginWithPasskey', { body: { passkey } });
      return [byCode.status, byPasskey.status];
    },
  };
}

describe('the master key changes', () => {
  let home: string;
  let server: RunningServer | undefined;
  const at = (name: string) => join(home, name);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-keys-'));
  });
  afterAll(async () => {
    await server?.kill();
    await rm(home, { recursive: true, force: true });
  });

  const found = (environment: NodeJS.ProcessEnv) =>
    runIntakeInProcess(
      environment,
      ...['organization', 'create', '--name', 'Keys', '--slug', 'keys'],
      ...['--owner-email', EMAIL, '--owner-password', PASSWORD],
    );
  const signIn = async (url: string) => {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD, isCreator: false }),
    });
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { status: response.status, cookie };
  };
  const whoIs = async (url: string, cookie: string) => {
    const answer = await (await fetch(`${url}/api/user`, { headers: { cookie } })).json();
    return (answer as { email?: string } | null)?.email;
  };

  test('under a running server that holds it in a file: sessions stay, and backups of before need the old one', async () => {
    const data = at('data');
    const before = { DATA_DIR: data };
    server = await startServerProcess(data);
    await found(before);
    const { cookie } = await signIn(server.url);
    await runIntakeInProcess(before, 'backup', at('before'));
    const old = await readFile(join(data, 'master.key'), 'utf8');
    const factors = await accountWithFactors(server.url, data);

    const said = await runIntakeInProcess(before, 'rotate-key');
    expect(said).toMatch(
      /^Sealed under the new key k[0-9a-f]{8}: 2 keys of the installation, .* Nothing is left under the old/,
    );
    expect(await readFile(join(data, 'master.key'), 'utf8')).not.toBe(old);
    const [kept = ''] = (await readdir(data)).filter((name) => name.startsWith('master.key.until-'));
    expect(await readFile(join(data, kept), 'utf8')).toBe(old);
    const oldId = keyIdOf(createSecretKey(Buffer.from(old, 'base64')));
    for (const file of ['vault.sqlite', 'vault.sqlite-wal', 'events.sqlite']) {
      expect(await readFile(join(data, file), 'latin1')).not.toContain(`${oldId}:`);
    }
    expect(await whoIs(server.url, cookie)).toBe(EMAIL);
    expect(await factors.logIn(server.url)).toEqual([200, 200]);
    await runIntakeInProcess(before, 'backup', at('after'));
    await server.kill();
    server = await startServerProcess(data);
    expect(await whoIs(server.url, cookie)).toBe(EMAIL);
    expect(await factors.logIn(server.url)).toEqual([200, 200]);
    await server.kill();

    const refused = await intakeInProcess({ ...before, MASTER_KEY: old.trim() }, 'organization', 'list');
    expect(refused.complaint).toMatch(/^MASTER_KEY is not the key that this vault was sealed with\. .*\n$/);
    const current = (await readFile(join(data, 'master.key'), 'utf8')).trim();
    for (const [backup, key, other] of [
      ['before', old.trim(), current],
      ['after', current, old.trim()],
    ] as const) {
      const there = { DATA_DIR: at(`restored ${backup}`) };
      const wrong = await intakeInProcess({ ...there, MASTER_KEY: other }, 'restore', at(backup));
      expect(wrong.complaint).toContain('is not the key that this backup was sealed with');
      await runIntakeInProcess({ ...there, MASTER_KEY: key }, 'restore', at(backup));
      const restored = await startServerProcess(there.DATA_DIR, { MASTER_KEY: key });
      expect((await signIn(restored.url)).status).toBe(200);
      await restored.kill();
    }
  });

  test('where the settings hold it: either key opens until the end, and a backup of meanwhile needs the new one', async () => {
    const data = at('settings');
    const [old, next] = [newKey(), newKey()];
    const settings = { DATA_DIR: data, MASTER_KEY: old };
    await writeFile(at('next.key'), `${next}\n`);
    server = await startServerProcess(data, settings);
    await found(settings);
    expect(await intakeInProcess(settings, 'rotate-key')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('No rotation is in progress'),
    });
    expect(await runIntakeInProcess(settings, 'rotate-key', '--new-key-file', at('next.key'))).toContain(
      'Not finished',
    );
    await runIntakeInProcess(settings, 'backup', at('meanwhile'));
    await server.kill();
    server = await startServerProcess(data, settings);
    expect(server.lastWords).toContain('the rotation of the master key is unfinished');
    await server.kill();

    server = await startServerProcess(data, { MASTER_KEY: next });
    expect((await signIn(server.url)).status).toBe(200);
    expect(await runIntakeInProcess({ DATA_DIR: data }, 'rotate-key')).toContain(
      'You need the old key only for backups made before now',
    );
    await server.kill();
    const refused = await intakeInProcess(settings, 'organization', 'list');
    expect(refused.complaint).toContain('which since "intake rotate-key" is the new one');

    const there = { DATA_DIR: at('restored meanwhile') };
    const wrong = await intakeInProcess({ ...there, MASTER_KEY: old }, 'restore', at('meanwhile'));
    expect(wrong.complaint).toContain('which was made while the key was changed');
    await runIntakeInProcess({ ...there, MASTER_KEY: next }, 'restore', at('meanwhile'));
    const restored = await startServerProcess(there.DATA_DIR, { MASTER_KEY: next });
    expect((await signIn(restored.url)).status).toBe(200);
    await restored.kill();
  });
});
