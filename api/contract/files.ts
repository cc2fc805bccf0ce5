import { z } from 'zod';
import { MEDIA_TYPES } from '../../domain/file/media-types.ts';
import { UPLOAD_TARGETS } from '../../domain/file/targets.ts';
import { FILE_NAME_LIMIT, UPLOAD_TYPE_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { UploadedFile } from './uploaded-file.ts';
import { fileReferenceSchema, id, messageSchema, text } from './values.ts';

const file = z.instanceof(UploadedFile).meta({ type: 'string', format: 'binary' });

const fileParams = z.object({ fileId: id });

export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  capability: 'file.upload',
  summary: 'Stores a file for the next PUT of a document; the file of a project is submitted at once.',
  consumes: 'multipart/form-data',
  body: z.object({
    targetType: z.enum(UPLOAD_TARGETS),
    /** Absent for a document that is not saved yet; always present for a solution. */
    targetId: id.optional(),
    uploadType: z.string().max(UPLOAD_TYPE_LIMIT),
    fileName: text,
    organizationId: id.optional(),
    file,
  }),
  response: fileReferenceSchema,
});
export const dynamicUpload = endpoint({
  method: 'POST',
  path: '/api/dynamicUpload',
  capability: 'file.uploadAnswer',
  summary: "Stores a file for a form's field; the form must be sent within a day.",
  consumes: 'multipart/form-data',
  body: z.object({
    uploaderEmail: text,
    /** The field that it answers, as free text. */
    uploadType: text,
    fileName: text,
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
  params: fileParams.extend({ fileName: z.string().max(FILE_NAME_LIMIT) }),
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
