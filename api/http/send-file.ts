import type { Response } from 'express';
import { isPicture } from '../../domain/file/media-types.ts';
import { contentDisposition } from './content-disposition.ts';
import { maySend } from './limits/visit.ts';

/** Its content never changes under the same id, but it may be deleted. */
const PUBLIC = 'public, max-age=86400';
const PRIVATE = 'private, no-store';
/** Whatever a file holds, nothing of it runs, even where somebody opens it as a page. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Sends an uploaded file under a type that its uploader did not choose, beside the headers that every answer carries (nosniff
 * among them): pictures to be shown, everything else to be saved.
 * Always whole: it is small, and only 200 counts as success.
 */
export function sendFile(
  response: Response,
  {
    fileName,
    mediaType,
    bytes,
    isPublic,
  }: {
    readonly fileName: string;
    readonly mediaType: string;
    readonly bytes: Buffer;
    readonly isPublic: boolean;
  },
): void {
  if (!maySend(response, bytes.length)) return;
  response.setHeader('Content-Type', mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType);
  response.setHeader('Content-Length', bytes.length);
  response.setHeader(
    'Content-Disposition',
    contentDisposition(isPicture(mediaType) ? 'inline' : 'attachment', fileName),
  );
  response.setHeader('Content-Security-Policy', SANDBOX);
  response.setHeader('Accept-Ranges', 'none');
  response.setHeader('Cache-Control', isPublic ? PUBLIC : PRIVATE);
  response.end(bytes);
}
