import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const BUCKETS = 65_536;
const ENTRY_BYTES = 3;

/** common-passwords.md says what the file is made of. It is read when the first password is chosen. */
let list: { readonly entries: Buffer; readonly starts: Uint32Array } | undefined;

function opened() {
  const file = readFileSync(new URL('./common-passwords.bin', import.meta.url));
  const starts = new Uint32Array(BUCKETS + 1);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    starts[bucket + 1] = (starts[bucket] ?? 0) + file.readUInt8(bucket);
  }
  const entries = file.subarray(BUCKETS);
  if (entries.length !== ENTRY_BYTES * (starts[BUCKETS] ?? 0)) throw new Error('common-passwords.bin is damaged');
  return { entries, starts };
}

export function isCommonPassword(password: string): boolean {
  list ??= opened();
  const { entries, starts } = list;
  const hash = createHash('sha256').update(password.toLowerCase()).digest();
  const bucket = hash.readUInt16BE();
  const wanted = hash.readUIntBE(2, ENTRY_BYTES);
  for (let at = starts[bucket] ?? 0; at < (starts[bucket + 1] ?? 0); at += 1) {
    if (entries.readUIntBE(at * ENTRY_BYTES, ENTRY_BYTES) === wanted) return true;
  }
  return false;
}
