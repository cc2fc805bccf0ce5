import { isPicture } from './media-types.ts';

/** What an upload is for, by the kind of document that will refer to it. */
export const UPLOADS = {
  organization: ['logoFile', 'iconFile'],
  batch: ['iconFile', 'bannerFile'],
  assessment: ['attachment', 'questionImage'],
  emailTemplate: ['attachments'],
  solution: ['submission'],
} as const satisfies Record<string, readonly string[]>;

export type UploadTarget = keyof typeof UPLOADS;
export const UPLOAD_TARGETS = Object.keys(UPLOADS) as readonly UploadTarget[];

/** A file as its uploader meant it; an `answer` belongs to a form, whose application may not be there yet. */
export const FILE_TARGETS = ['answer', ...UPLOAD_TARGETS] as const;
export type FileTarget = (typeof FILE_TARGETS)[number];

export const isUpload = (target: UploadTarget, uploadType: string): boolean =>
  (UPLOADS[target] as readonly string[]).includes(uploadType);

interface Purpose {
  readonly target: FileTarget;
  readonly uploadType: string | null;
}

/** What pages show to everyone, signed in or not: pictures of organizations, batches and questions. */
export const isPublic = ({ target, uploadType }: Purpose): boolean =>
  target === 'organization' || target === 'batch' || (target === 'assessment' && uploadType === 'questionImage');

/** An applicant's own: an answer to a form, or the submission of a project. */
export const isApplicants = ({ target }: Pick<Purpose, 'target'>): boolean =>
  target === 'answer' || target === 'solution';

/** What everyone can see must be a picture; for the rest any allowed kind of file will do. */
export const mayHold = (purpose: Purpose, mediaType: string): boolean => !isPublic(purpose) || isPicture(mediaType);
