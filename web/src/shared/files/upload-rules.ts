import { hasContentOf } from '../../../../domain/file/content.ts';
import { extensionOf, FILE_LIMIT_BYTES, isPicture, MEDIA_TYPES } from '../../../../domain/file/media-types.ts';
import { shrunkPicture } from './shrink-picture.ts';

/** The value of `<input accept>`. Because it lists JPEG only for photos, phones convert theirs. */
export const ACCEPTED: string = [
  ...new Set(Object.entries(MEDIA_TYPES).flatMap(([ending, { mediaType }]) => [`.${ending}`, mediaType])),
].join(',');

/** `before` is the original size if the file was shrunk. */
export interface Ready {
  readonly content: Blob;
  readonly fileName: string;
  readonly before: number | null;
}

/** Applies the server's rules before uploading; shrinking removes EXIF data. Null for files that the portal refuses. */
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
