import { createHmac, hash } from 'node:crypto';
import { normalizeEmail } from '../../domain/values/email.ts';

/** RFC 9562 §5.5, in Intake's namespace. */
export function uuidV5(...parts: readonly string[]): string {
  const bytes = hash('sha1', `5b0d2a52-6f0e-4d6a-9d5e-intake${JSON.stringify(parts)}`, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const isRandom = (uuid: string): boolean => uuid[14] === '4';

/**
 * Unique ids derive from an HMAC of the email, so that the append at *no stream* decides every race. The HMAC key never
 * rotates.
 */
export interface Identity {
  /** `n` grows only after an erasure. */
  userId(email: string, n: number): string;
  /** `n` grows only when the earlier application has released its place. */
  applicationId(batchId: string, email: string, n: number): string;
}

export function createIdentity(hmacKey: Buffer): Identity {
  const digest = (email: string) => createHmac('sha256', hmacKey).update(normalizeEmail(email)).digest('base64url');
  return {
    userId: (email, n) => uuidV5('user', digest(email), String(n)),
    applicationId: (batchId, email, n) => uuidV5('application', batchId, digest(email), String(n)),
  };
}
