import { z } from 'zod';

/** A stored file as documents refer to it (spec §3); its bytes are served at `/api/download/{fileId}/{fileName}`. */
export const FILE_REFERENCE = z.object({
  fileId: z.string(),
  fileName: z.string(),
  cdnUrl: z.string().optional(),
});
