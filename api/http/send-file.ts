import type { Response } from 'express';
import { isPicture } from '../../domain/file/media-types.ts';
import { contentDisposition } from './content-disposition.ts';
import { maySend } from './visit.ts';

/** The content of an id never changes, but the file may be deleted. */
const PUBLIC = 'public, max-age=86400';
const PRIVATE = 'private, no-store';
/** A browser that opens the file as a page runs nothing of it. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Sends an uploaded file whole, under a type that its uploader did not choose: pictures inline, everything else as a download. */
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
