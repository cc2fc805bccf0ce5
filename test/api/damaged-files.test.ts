import { copyFile, cp, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureLine } from '../../api/logging/failure-line.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { type Installation, installationIn, newInstallation } from '../support/installation.ts';

describeEmbedded('a damaged file of DATA_DIR', () => {
  let home: string;
  let sound: Installation;
  let backup: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-damaged-'));
    sound = await newInstallation();
    await sound.operate('demo', { applications: 5 });
    backup = join(home, 'backup');
    await sound.operate('backup', { directory: backup });
  }, 60_000);
  afterAll(async () => {
    for (const directory of [home, sound.directory]) await rm(directory, { recursive: true, force: true });
  });

  /** A copy in which only the beginning of one file is overwritten. */
  async function damagedAt(name: string): Promise<{ installation: Installation; file: string }> {
    const directory = join(home, name);
    await cp(sound.directory, directory, { recursive: true });
    const found = (await readdir(directory, { recursive: true })).find(
      (path) => path.includes(name) && !/-(wal|shm)$/.test(path),
    );
    if (found === undefined) throw new Error(`There is no ${name}`);
    const file = join(directory, found);
    const handle = await open(file, 'r+');
    await handle.write('this is no database, and was none '.repeat(10), 0);
    await handle.close();
    return { installation: installationIn(directory), file };
  }
  const refusalOf = async ({ operate }: Installation): Promise<string> =>
    String(
      failureLine(
        await operate('organization list').then(
          () => 'nothing',
          (error: unknown) => error,
        ),
      ),
    );
  const schools = ({ operate }: Installation) => operate<{ name: string }[]>('organization list');

  test.each([
    ['organizations@', / is damaged: file is not a database\. Stop all processes, .* nothing is lost\.$/],
    ['projections.sqlite', / is damaged: file is not a database\. Stop all processes, .* nothing is lost\.$/],
    ['intake.lock', / is damaged\. It holds nothing: .* delete it, and start again\.$/],
  ])('is named with the next step, and the step is the way back: %s', async (name, line) => {
    const { installation, file } = await damagedAt(name);
    const refusal = await refusalOf(installation);
    expect(refusal.startsWith(file)).toBe(true);
    expect(refusal).toMatch(line);
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    expect(await schools(installation)).toMatchObject([{ name: 'Bagwis Code Academy' }]);
    expect(await installation.operate('verify')).toMatchObject({ isSound: true });
  });

  test('is named with the next step where a backup has to bring it back: the vault beside its log', async () => {
    const { installation, file } = await damagedAt('vault.sqlite');
    const refusal = await refusalOf(installation);
    expect(refusal.startsWith(file)).toBe(true);
    expect(refusal).toMatch(
      / is damaged: file is not a database\. .* restore the vault from the last backup with "intake restore"\.$/,
    );
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await installation.restore(backup);
    expect(await schools(installation)).toMatchObject([{ name: 'Bagwis Code Academy' }]);
    expect(await installation.operate('verify')).toMatchObject({ isSound: true });
  });

  test('is named with the next step where a backup has to bring it back: the log, into an empty installation', async () => {
    const { installation, file } = await damagedAt('events.sqlite');
    const refusal = await refusalOf(installation);
    expect(refusal.startsWith(file)).toBe(true);
    expect(refusal).toMatch(
      / is damaged: file is not a database\. .* restore the last backup into an empty installation .*\.$/,
    );
    const empty = installationIn(join(home, 'empty'));
    await mkdir(empty.directory);
    await copyFile(join(installation.directory, 'master.key'), join(empty.directory, 'master.key'));
    await empty.restore(backup);
    expect(await empty.operate('verify')).toMatchObject({ isSound: true });
  });
});
