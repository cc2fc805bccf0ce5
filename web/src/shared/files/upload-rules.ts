import { hasContentOf } from '../../../../domain/file/content.ts';
import { extensionOf, FILE_LIMIT_BYTES, isPicture, MEDIA_TYPES } from '../../../../domain/file/media-types.ts';
import { shrunkPicture } from './shrink-picture.ts';

/** For `<input accept>`: it names what may be uploaded, so that a phone turns its photos into JPEG by itself. */
export const ACCEPTED: string = [
  ...new Set(Object.entries(MEDIA_TYPES).flatMap(([ending, { mediaType }]) => [`.${ending}`, mediaType])),
].join(',');

/** A file as it will be sent; `before` is its size where it has been made smaller. */
export interface Ready {
  readonly content: Blob;
  readonly fileName: string;
  readonly before: number | null;
}

/**
 * The server's own rules, asked before a byte is sent. A picture that is too large is made smaller, which also drops
 * what the camera noted in it. Null for what the portal would refuse.
 */
export async function readyToSend(file: File): Promise<Ready | null> {
  const extension = extensionOf(file.name);
  if (extension === null || file.size === 0) return null;
  const isShrinkable = isPicture(MEDIA_TYPES[extension].mediaType);
  if (file.size >= FILE_LIMIT_BYTES && !isShrinkable) return null;
  const isWhatItSays = await file.arrayBuffer().then(
    (bytes) => hasContentOf(extension, new Uint8Array(bytes)),
    () => false,
  );
  if (!isWhatItSays) return null;
  if (file.size < FILE_LIMIT_BYTES) return { content: file, fileName: file.name, before: null };
  const content = await shrunkPicture(file, FILE_LIMIT_BYTES);
  return content && { content, fileName: file.name.replace(/\.[^.]*$/, '.jpg'), before: file.size };
}
