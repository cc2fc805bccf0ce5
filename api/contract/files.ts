import { z } from 'zod';
import { type Extension, isPicture, MEDIA_TYPES } from '../../domain/file/media-types.ts';
import { isPublic, UPLOAD_TARGETS, UPLOADS } from '../../domain/file/targets.ts';
import { FILE_NAME_LIMIT, TEXT_LIMIT, UPLOAD_TYPE_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { besides, published } from './published.ts';
import { UploadedFile } from './uploaded-file.ts';
import { fileReferenceSchema, id, messageSchema } from './values.ts';

const ENDINGS = Object.keys(MEDIA_TYPES) as readonly Extension[];
const eitherCase = (letter: string): string => (/[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter);
const namedLike = (endings: readonly string[]) => ({
  type: 'string',
  maxLength: TEXT_LIMIT,
  pattern: `^.*\\.(?:${endings.map((ending) => [...ending].map(eitherCase).join('')).join('|')})$`,
});

/** A form has only texts and files, so none of its members is null. */
const formText = z.string().max(TEXT_LIMIT).optional();
/** Instead of the file's own name. */
const fileName = published(formText, namedLike(ENDINGS));
const file = z
  .instanceof(UploadedFile)
  .meta({ type: 'string', format: 'binary', description: 'Its content type follows from the extension of its name.' });

/** Which purposes a document has, and whether its files are pictures. Only a batch may have none yet. */
const PURPOSES = UPLOAD_TARGETS.flatMap((target) =>
  UPLOADS[target].map((uploadType) => ({
    properties: {
      targetType: { const: target },
      uploadType: { const: uploadType },
      ...(isPublic({ target, uploadType }) && {
        fileName: namedLike(ENDINGS.filter((ending) => isPicture(MEDIA_TYPES[ending].mediaType))),
      }),
    },
    ...(target !== 'batch' && { required: ['targetId'] }),
  })),
);

const fileParams = z.object({ fileId: id });

export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  capability: 'file.upload',
  summary: 'Stores a file for the next PUT of a document; the file of a project is submitted at once.',
  consumes: 'multipart/form-data',
  body: besides(
    z.object({
      targetType: z.enum(UPLOAD_TARGETS),
      targetId: id.optional(),
      uploadType: z.string().max(UPLOAD_TYPE_LIMIT),
      fileName,
      organizationId: id.optional(),
      file,
    }),
    { oneOf: PURPOSES },
  ),
  response: fileReferenceSchema,
});
export const dynamicUpload = endpoint({
  method: 'POST',
  path: '/api/dynamicUpload',
  capability: 'file.uploadAnswer',
  summary: "Stores a file for a form's field; the form must be sent within a day.",
  consumes: 'multipart/form-data',
  body: z.object({
    uploaderEmail: formText,
    /** The field that it answers, as free text. */
    uploadType: formText,
    fileName,
    organizationId: id.optional(),
    file,
  }),
  response: fileReferenceSchema,
});
export const download = endpoint({
  method: 'GET',
  path: '/api/download/{fileId}/{fileName}',
  secretParam: 'fileName',
  capability: 'applicantFile.read',
  summary: "The file's content. Pictures of organizations, batches and questions are public.",
  params: fileParams.extend({ fileName: z.string().min(1).max(FILE_NAME_LIMIT) }),
  mediaTypes: [...new Set(Object.values(MEDIA_TYPES).map(({ mediaType }) => mediaType))],
  response: z.any().meta({ type: 'string', format: 'binary' }),
});
export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/api/files/{fileId}',
  capability: 'file.delete',
  summary: 'Deletes a file to which no document refers.',
  params: fileParams,
  response: messageSchema,
});
