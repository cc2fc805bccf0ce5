import { idOf } from '../domain/event-sourcing/streams.ts';
import type { FileEvent } from '../domain/file/events.ts';
import { file, type StoredFile } from '../domain/file/file.ts';
import { normalizeEmail } from '../domain/values/email.ts';
import { projection } from './engine/projection.ts';

/** An uploaded file that is not deleted; its bytes are in the file store under the same id. */
export interface FileDocument extends Omit<StoredFile, 'uploaderEmail'> {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly uploaderKey: string | null;
}

type Kept = Exclude<FileEvent, { type: 'PersonalDataErased' }>;

export const files = projection<FileDocument, Kept>({
  name: 'files',
  version: 1,
  digest: '593fd06cdd1a57d9',
  indexes: ['organizationId', 'uploadedBy', 'uploaderKey'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`file-${id}`],
  on: {
    FileUploaded: (_, event) => {
      const state = file.evolve(file.initial, event);
      if (state.kind !== 'stored') return undefined;
      const { uploaderEmail, ...rest } = state;
      return {
        ...rest,
        _id: idOf(event.stream),
        uploaderKey: uploaderEmail === null ? null : normalizeEmail(uploaderEmail),
      };
    },
    FileDeleted: () => undefined,
  },
});
