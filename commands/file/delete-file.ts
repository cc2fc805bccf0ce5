import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import type { DELETION_REASONS, FileEvent } from '../../domain/file/events.ts';
import { type FileState, file } from '../../domain/file/file.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { FileEnvironment } from './file-environment.ts';
import { unusedFilesOf } from './unused-files.ts';
import { releaseUpload } from './upload-quota.ts';
import { usersOfFile } from './users-of-file.ts';

type Deleted = Result<Handled<FileState, FileEvent>>;

/** Refused while a document refers to the file. */
export async function deleteUnusedFile(
  environment: FileEnvironment,
  fileId: string,
  context: CommandContext,
): Promise<Deleted> {
  const users = await usersOfFile(environment, fileId);
  if (users.length > 0) return reject('refused', TEXTS.files.inUse(users));
  return deleteFile(environment, fileId, 'asked', context);
}

/** The event deletes the file; bytes and key follow. A repetition completes an interrupted deletion. */
export async function deleteFile(
  environment: FileEnvironment,
  fileId: string,
  reason: (typeof DELETION_REASONS)[number],
  context: CommandContext,
): Promise<Deleted> {
  const deleted = await handle(environment, file, fileId, [{ type: 'DeleteFile', data: { reason } }], context);
  if (!deleted.ok) return deleted;
  await removeRemains(environment, fileId, context.at);
  const { appended, events } = deleted.value;
  const uploaded = events.find(({ type }) => type === 'FileUploaded');
  const userId = uploaded?.actor.id;
  if (appended.length > 0 && uploaded?.type === 'FileUploaded' && userId !== undefined) {
    await releaseUpload(environment, userId, uploaded.data.size);
  }
  return deleted;
}

export async function removeRemains(environment: FileEnvironment, fileId: string, at: string): Promise<void> {
  await environment.files.delete(fileId);
  await environment.keys.erase(streamOf(file.category, fileId), at);
  await unusedFilesOf(environment).remove(fileId);
}
