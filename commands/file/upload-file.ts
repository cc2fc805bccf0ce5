import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { hasContentOf } from '../../domain/file/content.ts';
import type { FileEvent } from '../../domain/file/events.ts';
import { type FileState, file } from '../../domain/file/file.ts';
import { cleanFileName } from '../../domain/file/file-name.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { extensionOf, FILE_LIMIT_BYTES, MEDIA_TYPES } from '../../domain/file/media-types.ts';
import { hasTooManyPixels, pictureSize } from '../../domain/file/picture-size.ts';
import { type FileTarget, isPublic, mayHold } from '../../domain/file/targets.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import type { FileEnvironment } from './file-environment.ts';
import { unusedFilesOf } from './unused-files.ts';
import { reserveUpload } from './upload-quota.ts';

export interface UploadFile {
  readonly organizationId: string;
  readonly target: FileTarget;
  readonly targetId: string | null;
  /** Null for an answer to a form. */
  readonly uploadType: string | null;
  readonly label: string;
  readonly uploaderEmail: string | null;
  /** As sent by the browser, perhaps with a path. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly address: string;
  /** The upload was longer than `bytes`, and the rest was not read. */
  readonly isTooLarge: boolean;
}

/** Derived from the command, so that a repeated upload stores no second file. */
export const fileIdOf = ({ commandId }: CommandContext): string => uuidV5(commandId, 'file');

export interface Uploaded extends Handled<FileState, FileEvent> {
  readonly reference: FileReference;
}

/** Rule 86. Recorded as unused, then the bytes, then the event, so that a sweep finds interrupted uploads. */
export async function uploadFile(
  environment: FileEnvironment,
  { label, fileName: sent, bytes, isTooLarge, address, ...upload }: UploadFile,
  context: CommandContext,
): Promise<Result<Uploaded>> {
  const fileName = cleanFileName(sent);
  const extension = extensionOf(fileName);
  const refused = () => reject('refused', TEXTS.forms.uploadFailed(label, fileName));
  if (isTooLarge || bytes.length >= FILE_LIMIT_BYTES)
    return reject('too-large', TEXTS.forms.uploadFailed(label, fileName));
  if (extension === null || !hasContentOf(extension, bytes)) return refused();
  const { mediaType } = MEDIA_TYPES[extension];
  if (!mayHold(upload, mediaType)) return refused();
  if (isPublic(upload)) {
    const size = pictureSize(bytes);
    if (!size) return refused();
    if (hasTooManyPixels(size)) return reject('refused', TEXTS.files.tooManyPixels(size));
  }

  const id = fileIdOf(context);
  const ours: CommandContext = { ...context, organizationId: upload.organizationId };
  const { state } = await load(environment, file, id);
  if (state.kind === 'nothing') {
    const full = await reserveUpload(environment, { userId: context.actor.id ?? null, address, size: bytes.length });
    if (full) return full;
    await unusedFilesOf(environment).note(id, false);
    await environment.files.put(id, bytes);
  }
  const data = { ...upload, mediaType, size: bytes.length, fileName };
  const recorded = await handle(environment, file, id, [{ type: 'RecordUpload', data }], ours);
  return recorded.ok ? accept({ ...recorded.value, reference: { fileId: id, fileName } }) : recorded;
}
