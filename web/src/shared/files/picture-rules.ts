import { FILE_LIMIT_BYTES, MEDIA_TYPES } from '../../../../domain/file/media-types.ts';
import { hasTooManyPixels, type PictureSize, pictureSize } from '../../../../domain/file/picture-size.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';

export interface PictureRule {
  /** In pixels. */
  readonly least: PictureSize;
  /** Wide: at least as wide as high. */
  readonly shape: 'any' | 'square' | 'wide';
}

/** The value of `<input accept>`. */
export const ACCEPTED_PICTURES: string = Object.entries(MEDIA_TYPES)
  .flatMap(([ending, { mediaType, isPicture }]) => (isPicture ? [`.${ending}`, mediaType] : []))
  .join(',');

const SHAPES = { any: '', square: 'square, ', wide: 'wider than tall, ' } as const;
const sizeInWords = ({ width, height }: PictureSize) => `${width} × ${height} px`;

export const pictureRuleInWords = ({ least, shape }: PictureRule): string =>
  TEXTS.fields.pictureHelp(SHAPES[shape], sizeInWords(least));

/** Icons that are a pixel off are still square. */
const SQUARE = 0.02;

/** What is wrong with a picture of this size; null if it fits. */
export function pictureFault({ least, shape }: PictureRule, picture: PictureSize): string | null {
  const is = TEXTS.fields.pictureIs(sizeInWords(picture));
  if (picture.width < least.width || picture.height < least.height) {
    return TEXTS.fields.chooseLarger(is, sizeInWords(least));
  }
  if (shape === 'square' && Math.abs(picture.width / picture.height - 1) > SQUARE) return TEXTS.fields.chooseSquare(is);
  if (shape === 'wide' && picture.width < picture.height) return TEXTS.fields.chooseWider(is);
  return null;
}

/** What is wrong with a file as a picture; null if it fits. */
export async function pictureFileFault(rule: PictureRule, file: File): Promise<string | null> {
  // A larger file has been shrunk, so its pixels are no longer those of its header.
  const size = file.size < FILE_LIMIT_BYTES ? pictureSize(new Uint8Array(await file.arrayBuffer())) : null;
  if (size && hasTooManyPixels(size)) return TEXTS.files.tooManyPixels(size);
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return TEXTS.fields.notPicture(shortFileName(file.name));
  const fault = pictureFault(rule, bitmap);
  bitmap.close();
  return fault;
}
