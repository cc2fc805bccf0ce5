import { setImmediate as nextTurn } from 'node:timers/promises';
import { file } from '../../domain/file/file.ts';
import { systemContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { load } from '../handling/handle.ts';
import { deleteFile, removeRemains } from './delete-file.ts';
import type { FileEnvironment } from './file-environment.ts';
import { unusedFilesOf } from './unused-files.ts';
import { usersOfFile } from './users-of-file.ts';

const PAGE = 100;

/**
 * Removes files that nothing has referred to for a day, unfinished uploads, and leftovers of deletions. A file that
 * cannot be checked stays.
 */
export async function sweepFiles(environment: FileEnvironment, signal: AbortSignal): Promise<void> {
  let failure: unknown;
  let after: string | undefined;
  do {
    const ids = await environment.files.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const id of ids) {
      if (signal.aborted) return;
      await judge(environment, id).catch((error: unknown) => {
        failure = error;
      });
      await nextTurn();
    }
    after = ids.length < PAGE ? undefined : ids.at(-1);
  } while (after !== undefined);
  if (failure) throw failure;
}

async function judge(environment: FileEnvironment, fileId: string): Promise<void> {
  const unused = unusedFilesOf(environment);
  const { state } = await load(environment, file, fileId);
  const at = new Date(environment.now()).toISOString();
  if (state.kind === 'deleted') return removeRemains(environment, fileId, at);
  if (state.kind === 'stored') {
    const users = await usersOfFile(environment, fileId);
    if (users.length > 0) return unused.remove(fileId);
  }
  const referrers = await environment.queries.referrersOfFile(fileId);
  await unused.note(fileId, referrers.length > 0);
  if (!(await unused.mayBeRemoved(fileId))) return;
  if (state.kind === 'nothing') {
    await environment.files.delete(fileId);
    return unused.remove(fileId);
  }
  const deleted = await deleteFile(environment, fileId, 'unused', {
    ...systemContext(environment.now(), uuidV5('remove unused file', fileId)),
    organizationId: state.organizationId,
    isSilent: true,
  });
  if (!deleted.ok) throw new Error(`The file ${fileId} could not be removed: ${deleted.rejection.message}`);
}
