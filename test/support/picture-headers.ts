/** Files whose headers say this size; they hold no pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

function numbers(bytes: 2 | 3 | 4, order: 'LE' | 'BE', ...values: readonly number[]): Buffer<ArrayBuffer> {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) buffer[`writeUInt${order}`](value, index * bytes, bytes);
  return buffer;
}

export const pngHeader = (width: number, height: number) =>
  Buffer.concat([ascii('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), numbers(4, 'BE', width, height), Buffer.alloc(9)]);

/** With a preview of another size in its EXIF segment, and a table before the frame. */
export function jpegHeader(width: number, height: number) {
  const frame = Buffer.concat([ascii('\xff\xc2\0\x11\x08'), numbers(2, 'BE', height, width), Buffer.alloc(10)]);
  const preview = ascii('\xff\xc0\0\x11\x08\0\x01\0\x01');
  const exif = Buffer.concat([ascii('\xff\xe1'), numbers(2, 'BE', 2 + preview.length), preview]);
  return Buffer.concat([ascii('\xff\xd8'), exif, ascii('\xff\xc4\0\x04\0\0\xff'), frame, ascii('\xff\xd9')]);
}

export function gifHeader(width: number, height: number, frame: Size = { width, height }) {
  const screen = Buffer.concat([ascii('GIF89a'), numbers(2, 'LE', width, height), ascii('\x80\0\0'), Buffer.alloc(6)]);
  const comment = ascii('!\xfe\x03abc\0');
  const image = Buffer.concat([ascii(','), numbers(2, 'LE', 0, 0, frame.width, frame.height), ascii('\0\x02\x01D\0')]);
  return Buffer.concat([screen, comment, image, ascii(';')]);
}

export function webpHeader(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number) {
  const bodies = {
    'VP8 ': () => Buffer.concat([ascii('\x30\x01\0\x9d\x01\x2a'), numbers(2, 'LE', width, height)]),
    VP8L: () => Buffer.concat([ascii('\x2f'), numbers(4, 'LE', (width - 1) | ((height - 1) << 14))]),
    VP8X: () => Buffer.concat([Buffer.alloc(4), numbers(3, 'LE', width - 1, height - 1)]),
  };
  const body = bodies[kind]();
  const size = numbers(4, 'LE', body.length);
  return Buffer.concat([ascii('RIFF'), numbers(4, 'LE', 12 + body.length), ascii('WEBP'), ascii(kind), size, body]);
}
