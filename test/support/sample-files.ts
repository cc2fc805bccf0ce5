import type { Extension } from '../../domain/file/media-types.ts';

const hex = (text: string): Buffer<ArrayBuffer> => Buffer.from(text.replaceAll(' ', ''), 'hex');

const PIXEL =
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da6364f8ffbf1e0005fe027ff8d1d5a80000000049454e44ae426082';

/** With empty entries (APPNOTE.TXT 4.3). */
function zipOf(...names: readonly string[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name)]);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 2);
    entry.writeUInt16LE(name.length, 24);
    entry.writeUInt32LE(offset, 38);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), entry, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

export const SAMPLE_FILES: Readonly<Record<Extension, Buffer<ArrayBuffer>>> = {
  png: hex(PIXEL),
  jpg: hex('ffd8ffe0 00104a46 49460001 01000001 00010000 ffd9'),
  jpeg: hex('ffd8ffe1 0010'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  webp: Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L', 'latin1'),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  doc: Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(504)]),
  docx: zipOf('[Content_Types].xml', 'word/document.xml'),
  txt: Buffer.from('Dear school,\n\tI would like to come. BMW, MZ and Zoë.\r\n'),
  zip: zipOf('a.txt', 'b/c.txt'),
  csv: Buffer.from('name,city\nZo\xeb,Cebu\n', 'latin1'),
};
