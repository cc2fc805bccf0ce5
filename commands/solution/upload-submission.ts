import { application } from '../../domain/application/application.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { file } from '../../domain/file/file.ts';
import { applicationOfSolution } from '../../domain/solution/state.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { deleteFile } from '../file/delete-file.ts';
import type { FileEnvironment } from '../file/file-environment.ts';
import { refusalOfFiles } from '../file/file-quota.ts';
import { fileIdOf, type Uploaded, type UploadFile, uploadFile } from '../file/upload-file.ts';
import { load } from '../handling/handle.ts';
import type { ChangedSolution } from './start-solution.ts';
import { submitProject } from './submit-project.ts';

/** Removes the file if the submission is refused. */
export async function uploadSubmission(
  environment: FileEnvironment,
  upload: UploadFile & { readonly targetId: string },
  context: CommandContext,
): Promise<Result<{ readonly uploaded: Uploaded; readonly submitted: ChangedSolution }>> {
  const applicationId = applicationOfSolution(upload.targetId);
  const { state } = await load(environment, application, applicationId);
  const holds = state.kind === 'application' ? state.values : {};
  const added = { applicationId, holds, addedBytes: upload.bytes.length };
  const isRetry = (await load(environment, file, fileIdOf(context))).state.kind !== 'nothing';
  const tooMuch = isRetry ? null : await refusalOfFiles(environment, added);
  if (tooMuch) return tooMuch;
  const stored = await uploadFile(environment, upload, context);
  if (!stored.ok) return stored;
  const { reference: submission, id } = stored.value;
  const submitted = await submitProject(environment, { solutionId: upload.targetId, submission }, context);
  if (submitted.ok) return accept({ uploaded: stored.value, submitted: submitted.value });
  const ours = {
    ...context,
    organizationId: upload.organizationId,
    commandId: uuidV5(context.commandId, 'not handed in'),
  };
  const deleted = await deleteFile(environment, id, 'unused', ours);
  return deleted.ok ? submitted : deleted;
}
