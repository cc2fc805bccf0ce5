import type { Extension } from './media-types.ts';

type Test = (bytes: Uint8Array) => boolean;

const begins =
  (...signature: readonly number[]): Test =>
  (bytes) =>
    signature.every((byte, index) => bytes[index] === byte);
const codes = (text: string) => [...text].map((character) => character.charCodeAt(0));
const holds = (bytes: Uint8Array, offset: number, text: string) =>
  codes(text).every((byte, index) => bytes[offset + index] === byte);

const isPdf = begins(...codes('%PDF-'));
const isRtf = begins(...codes('{\\rtf'));
const isJpeg = begins(0xff, 0xd8, 0xff);

/** Recognized by the bytes. Archives are never unpacked. */
const TESTS: Readonly<Record<Extension, Test>> = {
  png: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: isJpeg,
  jpeg: isJpeg,
  gif: (bytes) => holds(bytes, 0, 'GIF87a') || holds(bytes, 0, 'GIF89a'),
  webp: (bytes) => holds(bytes, 0, 'RIFF') && holds(bytes, 8, 'WEBP'),
  pdf: isPdf,
  doc: begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  docx: (bytes) => namesInZip(bytes)?.includes('word/document.xml') ?? false,
  txt: isText,
  zip: (bytes) => namesInZip(bytes) !== null,
  csv: isText,
};

export const hasContentOf = (extension: Extension, bytes: Uint8Array): boolean => TESTS[extension](bytes);

const END_OF_ZIP = 'PK\x05\x06';
const END_BYTES = 22;
const COMMENT_BYTES = 65_535;
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;

/** The names in an archive's directory (APPNOTE.TXT 4.3.12); null if it is no archive. */
function namesInZip(bytes: Uint8Array): readonly string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfZip(bytes, view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || !holds(bytes, at, ENTRY)) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const start = at + ENTRY_BYTES;
    names.push(String.fromCharCode(...bytes.subarray(start, Math.min(start + nameBytes, start + 255))));
    at = start + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

function endOfZip(bytes: Uint8Array, view: DataView): number | null {
  if (!holds(bytes, 0, 'PK\x03\x04') && !holds(bytes, 0, END_OF_ZIP)) return null;
  const lowest = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= lowest; at -= 1) {
    if (holds(bytes, at, END_OF_ZIP) && at + END_BYTES + view.getUint16(at + 20, true) === bytes.length) return at;
  }
  return null;
}

/** Text in UTF-8 or an 8-bit encoding, as spreadsheets write it, that does not begin like another document type. */
function isText(bytes: Uint8Array): boolean {
  if (isPdf(bytes) || isRtf(bytes)) return false;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 512)).replace('\xef\xbb\xbf', '').trimStart();
  if (/^(<\?xml|<!doctype|<html|<svg)/i.test(start)) return false;
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}
