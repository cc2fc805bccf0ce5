import { isPicture } from './media-types.ts';

export const UPLOADS = {
  organization: ['logoFile', 'iconFile'],
  batch: ['iconFile', 'bannerFile'],
  assessment: ['attachment', 'questionImage'],
  emailTemplate: ['attachments'],
  solution: ['submission'],
} as const satisfies Record<string, readonly string[]>;

export type UploadTarget = keyof typeof UPLOADS;
export const UPLOAD_TARGETS = Object.keys(UPLOADS) as readonly UploadTarget[];

/** The purpose of a file. An `answer` belongs to a form whose application may not exist yet. */
export const FILE_TARGETS = ['answer', ...UPLOAD_TARGETS] as const;
export type FileTarget = (typeof FILE_TARGETS)[number];

export const isUpload = (target: UploadTarget, uploadType: string): boolean =>
  (UPLOADS[target] as readonly string[]).includes(uploadType);

interface Purpose {
  readonly target: FileTarget;
  readonly uploadType: string | null;
}

/** Pictures of organizations, batches and questions are public. */
export const isPublic = ({ target, uploadType }: Purpose): boolean =>
  target === 'organization' || target === 'batch' || (target === 'assessment' && uploadType === 'questionImage');

export const isApplicants = ({ target }: Pick<Purpose, 'target'>): boolean =>
  target === 'answer' || target === 'solution';

export const mayHold = (purpose: Purpose, mediaType: string): boolean => !isPublic(purpose) || isPicture(mediaType);
