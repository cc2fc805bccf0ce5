/** As the header says, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Of a picture that everybody sees: a decoded pixel takes 4 bytes in the memory of each viewer. */
export const MOST_PIXELS = 25_000_000;

/** The size of a PNG, JPEG, GIF or WebP file, read without decoding it; null if its header has none. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeIn(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A truncated header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const hasTooManyPixels = ({ width, height }: PictureSize): boolean => width * height > MOST_PIXELS;

const PNG = 0x89504e47;
const IHDR = 0x49484452;
const GIF = 0x474946;
const RIFF = 0x52494646;

function sizeIn(view: DataView): PictureSize | null {
  const start = view.getUint32(0);
  if (start === PNG) {
    return view.getUint32(12) === IHDR ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
  }
  if (start >>> 8 === GIF) return sizeInGif(view);
  if (start === RIFF) return sizeInWebp(view);
  return start >>> 16 === 0xffd8 ? sizeInJpeg(view) : null;
}

/** C4, C8 and CC are tables of other kinds (ITU T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeInJpeg(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** A frame can be larger than the screen that the header names, so the largest counts. */
function sizeInGif(view: DataView): PictureSize {
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = 13 + tableBytes(view.getUint8(10));
  while (at + 10 <= view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at += 11 + tableBytes(view.getUint8(at + 9));
    } else if (kind === 0x21) at += 2;
    else break;
    while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return { width, height };
}

const VP8X = 0x56503858;
const VP8L = 0x5650384c;
const VP8 = 0x56503820;

function sizeInWebp(view: DataView): PictureSize | null {
  const kind = view.getUint32(12);
  if (kind === VP8X) {
    return {
      width: 1 + (view.getUint32(24, true) & 0xffffff),
      height: 1 + (view.getUint32(26, true) >>> 8),
    };
  }
  if (kind === VP8L) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind !== VP8) return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}
