import { application } from '../../domain/application/application.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { file } from '../../domain/file/file.ts';
import { isApplicants } from '../../domain/file/targets.ts';
import { solution } from '../../domain/solution/solution.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { load } from '../handling/handle.ts';
import { deleteFile } from './delete-file.ts';
import type { FileEnvironment } from './file-environment.ts';
import { usersOfFile } from './users-of-file.ts';

export interface ErasedPerson {
  readonly applicationIds: readonly string[];
  readonly userId: string | null;
  readonly email: string | null;
  readonly organizationId: string | null;
}

/** Files that the person's applications and solutions refer to, or did, and unsent uploads. */
export async function filesOfPerson(
  { queries }: Pick<FileEnvironment, 'queries'>,
  { applicationIds, userId, email }: Pick<ErasedPerson, 'applicationIds' | 'userId' | 'email'>,
): Promise<ReadonlySet<string>> {
  const streams = [application.category, solution.category].flatMap((category) =>
    applicationIds.map((id) => streamOf(category, id)),
  );
  const found = await Promise.all([queries.filesOfReferrers(streams), queries.filesUploadedBy({ userId, email })]);
  return new Set(found.flat());
}

/** Except files that other documents use. Repeatable; returns the last position. */
export async function eraseFilesOf(
  environment: FileEnvironment,
  person: ErasedPerson,
  context: CommandContext,
): Promise<Result<{ readonly fileIds: readonly string[]; readonly position: bigint }>> {
  const { organizationId } = person;
  const fileIds: string[] = [];
  let position = 0n;
  for (const fileId of await filesOfPerson(environment, person)) {
    const { state } = await load(environment, file, fileId);
    if (state.kind === 'stored') {
      const isElsewhere = organizationId !== null && state.organizationId !== organizationId;
      if (isElsewhere || !isApplicants(state)) continue;
      if ((await usersOfFile(environment, fileId)).length > 0) continue;
    } else if (state.kind === 'nothing') continue;
    const ours = { ...context, commandId: uuidV5(context.commandId, `file:${fileId}`) };
    const deleted = await deleteFile(environment, fileId, 'erased', ours);
    if (!deleted.ok) return deleted;
    fileIds.push(fileId);
    if (deleted.value.position > position) position = deleted.value.position;
  }
  return accept({ fileIds, position });
}
