import { hash } from 'node:crypto';
import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import { FileDamaged } from './port.ts';

/** Lower case only, because some disks ignore case; no dot or slash, because they change the path. */
const ID = /^[a-z0-9][a-z0-9_-]{1,99}$/;
const DIGEST_BYTES = 32;

export const isFileId = (name: string) => ID.test(name);

export function requireFileId(id: string): void {
  if (!isFileId(id)) throw new TypeError(`${JSON.stringify(id)} is not the id of a file`);
}

/** The SHA-256 at the end detects damage. */
export function storedForm(content: Uint8Array): Buffer {
  if (content.length >= FILE_LIMIT_BYTES) throw new TypeError(`A file of ${content.length} bytes is too large`);
  return Buffer.concat([content, digestOf(content)]);
}

export function contentOf(id: string, stored: Buffer): Buffer {
  const end = stored.length - DIGEST_BYTES;
  const content = stored.subarray(0, Math.max(0, end));
  if (end < 0 || !digestOf(content).equals(stored.subarray(end))) throw new FileDamaged(id);
  return content;
}

const digestOf = (content: Uint8Array): Buffer => hash('sha256', content, 'buffer');
