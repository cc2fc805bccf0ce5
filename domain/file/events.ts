import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import type { PersonalDataErased } from '../values/personal-data.ts';
import { FILE_TARGETS } from './targets.ts';

export const DELETION_REASONS = ['asked', 'unused', 'erased'] as const;

/**
 * The bytes are in the file store under the stream's id. `uploadType` is null for an answer to a form. File names are
 * personal, so each file is a data subject whose key is deleted with the file.
 */
export const FileUploaded = defineEvent({
  type: 'FileUploaded',
  audience: null,
  data: z.object({
    organizationId: z.string(),
    target: z.enum(FILE_TARGETS),
    /** Null for an answer, and for a document that was not saved yet. */
    targetId: z.string().nullable(),
    uploadType: z.string().nullable(),
    mediaType: z.string(),
    size: z.number().int(),
  }),
  personal: z.object({ fileName: z.string(), uploaderEmail: z.string().nullable() }),
});

/** `unused`: nothing referred to it for a day. The erasure of its name follows. */
export const FileDeleted = defineEvent({
  type: 'FileDeleted',
  audience: null,
  data: z.object({ reason: z.enum(DELETION_REASONS) }),
});

export const FILE_EVENTS = [FileUploaded, FileDeleted] as const;
export type FileEvent = EventOf<(typeof FILE_EVENTS)[number]> | EventOf<typeof PersonalDataErased>;
