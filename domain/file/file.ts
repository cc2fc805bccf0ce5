import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import type { DELETION_REASONS, FileEvent } from './events.ts';
import { type FileTarget, mayHold } from './targets.ts';

type Uploaded = Extract<FileEvent, { type: 'FileUploaded' }>;

export interface StoredFile {
  readonly kind: 'stored';
  readonly organizationId: string;
  readonly target: FileTarget;
  readonly targetId: string | null;
  readonly uploadType: string | null;
  readonly mediaType: string;
  readonly size: number;
  /** Null once the file's key is destroyed, shortly before the deletion is in the log. */
  readonly fileName: string | null;
  readonly uploaderEmail: string | null;
  readonly uploadedBy: string | null;
  readonly uploadedAt: string;
}

export type FileState = { readonly kind: 'nothing' } | StoredFile | { readonly kind: 'deleted' };

export type FileCommand =
  | {
      readonly type: 'RecordUpload';
      readonly data: Uploaded['data'] & NonNullable<Uploaded['personal']>;
    }
  | { readonly type: 'DeleteFile'; readonly data: { readonly reason: (typeof DELETION_REASONS)[number] } };

const ERASED: FileEvent = { type: 'PersonalDataErased', data: {} };

export const file = aggregate<FileState, FileEvent, FileCommand>({
  category: 'file',
  initial: { kind: 'nothing' },

  evolve: {
    FileUploaded: (_, { data, personal, at, actor }) => ({
      kind: 'stored',
      ...data,
      fileName: personal?.fileName ?? null,
      uploaderEmail: personal?.uploaderEmail ?? null,
      uploadedBy: actor.id ?? null,
      uploadedAt: at,
    }),
    FileDeleted: () => ({ kind: 'deleted' }),
    PersonalDataErased: (state) =>
      state.kind === 'stored' ? { ...state, fileName: null, uploaderEmail: null } : state,
  },

  decide: {
    RecordUpload: ({ fileName, uploaderEmail, ...data }, state) => {
      if (state.kind !== 'nothing') return reject('duplicate', TEXTS.files.exists);
      if (!mayHold(data, data.mediaType)) {
        return reject('refused', TEXTS.forms.uploadFailed(data.uploadType ?? '', fileName));
      }
      return accept([{ type: 'FileUploaded', data, personal: { fileName, uploaderEmail } }]);
    },
    DeleteFile: ({ reason }, state) =>
      accept(state.kind === 'stored' ? [{ type: 'FileDeleted', data: { reason } }, ERASED] : []),
  },
});
