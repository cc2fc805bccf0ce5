import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Random bytes for one nonce cost as much as for hundreds, 4 µs. */
let nonces = Buffer.alloc(0);
function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(NONCE_BYTES * 256);
  const nonce = nonces.subarray(0, NONCE_BYTES);
  nonces = nonces.subarray(NONCE_BYTES);
  return nonce;
}

/**
 * AES-256-GCM: base64 of nonce, ciphertext and tag. `associated` names the text's place, so that sealed texts cannot be
 * exchanged. The nonce is random (NIST SP 800-38D §8.2.2).
 */
export function seal(key: CipherKey, text: string, associated: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

export function unseal(key: CipherKey, sealed: string, associated: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed text is cut short');
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated));
  decipher.setAuthTag(bytes.subarray(end));
  // Counter mode returns all bytes at once; `final` only checks the tag.
  const text = decipher.update(bytes.subarray(NONCE_BYTES, end));
  decipher.final();
  return text.toString('utf8');
}
