import { hasContentOf } from '../../../../domain/file/content.ts';
import { extensionOf, FILE_LIMIT_BYTES, isPicture, MEDIA_TYPES } from '../../../../domain/file/media-types.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { formatSize } from './files.ts';
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

/**
 * Applies the server's rules before uploading; shrinking removes EXIF data. The reason in a sentence for a file that the
 * portal refuses.
 */
export async function readyToSend(file: File): Promise<Ready | string> {
  const extension = extensionOf(file.name);
  if (extension === null) return TEXTS.forms.fileKindUnknown;
  if (file.size === 0) return TEXTS.forms.fileEmpty;
  const isShrinkable = isPicture(MEDIA_TYPES[extension].mediaType);
  if (file.size >= FILE_LIMIT_BYTES && !isShrinkable) return TEXTS.forms.fileTooLarge(formatSize(file.size));
  const isWhatItSays = await file.arrayBuffer().then(
    (bytes) => hasContentOf(extension, new Uint8Array(bytes)),
    () => false,
  );
  if (!isWhatItSays) return TEXTS.forms.fileIsAnother(extension);
  if (file.size < FILE_LIMIT_BYTES) return { content: file, fileName: file.name, before: null };
  const content = await shrunkPicture(file, FILE_LIMIT_BYTES);
  if (!content) return TEXTS.forms.pictureUnreadable;
  return { content, fileName: file.name.replace(/\.[^.]*$/, '.jpg'), before: file.size };
}
