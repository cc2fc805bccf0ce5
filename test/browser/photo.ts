import type { Page } from 'playwright-core';

/** Width and height of a JPEG, from its first frame header (ITU T.81 B.2.2). */
export function sizeOfJpeg(bytes: Buffer): { width: number; height: number } {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error('no frame in this JPEG');
}

/** EXIF data with orientation 6 (the camera was upright). */
function exif(description: string): Buffer {
  const text = Buffer.from(`${description}\0`);
  const tiff = Buffer.alloc(38);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  for (const [at, tag, type, count, value] of [
    [10, 0x010e, 2, text.length, 38],
    [22, 0x0112, 3, 1, 6],
  ] as const) {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, text]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Larger than the upload limit, as an upright phone stores it. */
export async function largePhoto(page: Page, description: string): Promise<Buffer> {
  const base64 = (await page.evaluate(`new Promise((resolve) => {
    const canvas = document.createElement('canvas');
    canvas.width = 2400;
    canvas.height = 1600;
    const pen = canvas.getContext('2d');
    const image = pen.createImageData(2400, 1600);
    for (let at = 0; at < image.data.length; at += 65536)
      crypto.getRandomValues(new Uint8Array(image.data.buffer, at, Math.min(65536, image.data.length - at)));
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
    pen.putImageData(image, 0, 0);
    resolve(canvas.toDataURL('image/jpeg', 0.9).split(',')[1]);
  })`)) as string;
  const plain = Buffer.from(base64, 'base64');
  return Buffer.concat([plain.subarray(0, 2), exif(description), plain.subarray(2)]);
}
