import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { intakeIn, intakeOnFullDisk, runIntakeIn } from '../support/running-server.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const INTAKE_PASSPHRASE = 'a lantern in the dark';
/** Of 512 bytes: SQLite can share a file between threads, and write a few pages. */
const FEW_BLOCKS = 64;
/** Not even that. */
const NO_BLOCKS = 0;

let parent: string;
const below = (name: string) => join(parent, name);
const at = (name: string) => ({ DATA_DIR: below(name), MASTER_KEY, INTAKE_PASSPHRASE });
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'intake-full-'));
  await runIntakeIn(at('school'), 'demo', '--applications', '20');
  await runIntakeIn(at('school'), 'events', 'export', below('export'), '--vault');
  await runIntakeIn(at('school'), 'backup', below('backup'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('on a full disk every command ends with 1 and one line', () => {
  let n = 0;
  const onCopy = async (blocks: number, words: readonly string[]) => {
    n += 1;
    await cp(below('school'), below(`copy-${n}`), { recursive: true });
    return intakeOnFullDisk(at(`copy-${n}`), blocks, ...words.map((word) => word.replace('NEW', below(`new-${n}`))));
  };
  /** Behind the lines of its progress. */
  const expectOneLine = ({ code, complaint }: { code: number | null; complaint: string }) => {
    const lines = complaint.split('\n').filter((line) => line !== '' && !line.includes('░') && !line.includes('█'));
    expect(lines).toEqual([
      expect.stringMatching(/^(The disk (is full|cannot be read or written) \(.+\).+|.*: disk I\/O error.*)$/),
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
    expectOneLine(await onCopy(blocks, words.split(' ')));
  });

  test.each(['demo', 'events import EXPORT', 'restore BACKUP'])(
    'in an empty installation, and goes on with space: %s',
    async (words) => {
      n += 1;
      const named = words.replace('EXPORT', below('export')).replace('BACKUP', below('backup')).split(' ');
      const environment = at(`empty-${n}`);
      expectOneLine(await intakeOnFullDisk(environment, 4 * FEW_BLOCKS, ...named));
      if (words === 'demo') return;
      expect(await intakeIn(environment, ...named)).toMatchObject({ code: 0 });
      expect(await intakeIn(environment, 'verify')).toMatchObject({ code: 0 });
    },
  );
});
