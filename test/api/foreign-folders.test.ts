import { hash } from 'node:crypto';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import { type Installation, installationIn, newInstallation } from '../support/installation.ts';

describeEmbedded('with another user in the folder, a backup or an export', () => {
  let home: string;
  let source: Installation;
  let early: string;
  const inHome = (name: string) => join(home, name);
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-folder-'));
    source = await newInstallation();
    await source.operate('demo', { applications: 5 });
    early = inHome('early');
    await source.operate('backup', { directory: early });
  }, 60_000);
  afterAll(async () => {
    await rm(source.directory, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });

  test('that names files elsewhere is refused, and so is one that holds what no store takes', async () => {
    const target = installationIn(inHome('target'));
    await mkdir(target.directory);
    await copyFile(join(source.directory, 'master.key'), join(target.directory, 'master.key'));
    const manifest = JSON.parse(await readFile(join(early, 'manifest.json'), 'utf8'));
    const forged = async (name: string, change: object) => {
      await mkdir(inHome(name));
      for (const file of await readdir(early)) await copyFile(join(early, file), join(inHome(name), file));
      await writeFile(join(inHome(name), 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
      return inHome(name);
    };
    for (const [n, file] of ['../early/events.ndjson', join(early, 'events.ndjson'), '..', ''].entries()) {
      const elsewhere = await forged(`elsewhere-${n}`, { events: { ...manifest.events, file } });
      await expect(target.restore(elsewhere)).rejects.toThrow('was not written by "intake backup"');
    }
    const text = `${JSON.stringify({ file: 'a', bytes: '' })}\n{"entries":1}\n`;
    const sha256 = hash('sha256', text);
    const odd = await forged('odd', { files: { ...manifest.files, files: 1, bytes: text.length, sha256 } });
    await writeFile(join(odd, 'files.ndjson'), text);
    await expect(target.restore(odd)).rejects.toThrow('line 1: holds what this version of Intake does not know');
    expect(await target.head()).toBe(0n);
    expect(
      await target.during(({ stores }) => stores.vault.collection({ name: 'secrets', indexes: [] }).count({})),
    ).toBe(0);
  });

  test('is written neither into an existing file nor through a link', async () => {
    const [precious, open] = [inHome('precious'), inHome('open.ndjson')];
    await writeFile(precious, 'keep me');
    await symlink(precious, `${open}.unfinished`);
    await source.operate('events export', { file: open, passphrase: null });
    expect(await readFile(precious, 'utf8')).toBe('keep me');
    expect((await lstat(open)).isFile()).toBe(true);
    const erasures = inHome('erasures-again.ndjson');
    await writeFile(`${erasures}.unfinished`, 'of an export that was interrupted', { mode: 0o666 });
    await source.operate('erasures export', { file: erasures });
    for (const file of [open, erasures]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
