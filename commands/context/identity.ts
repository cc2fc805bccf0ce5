import { createHmac, hash } from 'node:crypto';
import { normalizeEmail } from '../../domain/values/email.ts';

/** RFC 9562 §5.5, in Intake's namespace. */
export function uuidV5(...parts: readonly string[]): string {
  const hex = hash('sha1', `5b0d2a52-6f0e-4d6a-9d5e-intake${JSON.stringify(parts)}`);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
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
