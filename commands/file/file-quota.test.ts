import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { file } from '../../domain/file/file.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
} from '../../test/support/command-environment.ts';
import { handle } from '../handling/handle.ts';
import { refusalOfFiles } from './file-quota.ts';

const MB = 1024 * 1024;

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

async function uploaded(fileId: string, megabytes: number) {
  const data = {
    organizationId: 'org',
    target: 'answer',
    targetId: null,
    uploadType: 'CV',
    mediaType: 'text/plain',
    size: megabytes * MB,
    fileName: 'cv.txt',
    uploaderEmail: null,
  } as const;
  await must(handle(environment, file, fileId, [{ type: 'RecordUpload', data }], contextBy(SYSTEM)));
  return { fileId, fileName: 'cv.txt' };
}

test('an application beyond 40 MB of files takes a smaller file in place of a large one, but no larger one', async () => {
  const holds = { cv: await uploaded('large', 30), letter: await uploaded('letter', 30) };
  const refused = async (changes: Parameters<typeof refusalOfFiles>[1]['changes']) =>
    (await refusalOfFiles(environment, { applicationId: 'app', holds, ...(changes && { changes }) })) !== null;
  expect(await refused({ cv: await uploaded('smaller', 29) })).toBe(false);
  expect(await refused({ cv: await uploaded('larger', 31) })).toBe(true);
  expect(await refused({ photo: await uploaded('another', 1) })).toBe(true);
});
