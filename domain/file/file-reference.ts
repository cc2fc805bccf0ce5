import { z } from 'zod';
import { isFileAddress } from '../values/web-address.ts';

/** A stored file, served at `/api/download/{fileId}/{fileName}`. */
export const FILE_REFERENCE = z.object({
  fileId: z.string(),
  fileName: z.string(),
  cdnUrl: z.string().optional(),
});
export type FileReference = z.infer<typeof FILE_REFERENCE>;

export const FILE_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** No separators or control characters, because it ends a path and names a download. */
export const FILE_NAME = /^[^/\\\p{Cc}]{1,255}$/u;

export const isFileReference = ({ fileId, fileName, cdnUrl }: FileReference): boolean =>
  FILE_ID.test(fileId) && FILE_NAME.test(fileName) && (cdnUrl === undefined || isFileAddress(cdnUrl));
