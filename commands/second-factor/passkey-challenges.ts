import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Derive } from '../vault/derived-keys.ts';
import type { OneTimeTokens } from '../vault/one-time-tokens.ts';

export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const MAC_BYTES = 32;
const SPENT = 'passkeyChallenge';

/** What a challenge is for; it is valid for nothing else. */
export interface ChallengeFor {
  readonly purpose: 'add' | 'login' | 'confirm';
  /** The relying party's id. */
  readonly host: string;
  /** The browser or the session that asked for it. */
  readonly holder: string;
}

/**
 * Challenges of WebAuthn that any process can check. Nothing is stored when one is issued, so that requests without an account
 * fill nothing; only a used one is remembered until it expires.
 */
export interface PasskeyChallenges {
  /** Base64url. */
  issue(about: ChallengeFor): string;
  /** When it was issued: once, and only for what it was issued for. */
  spend(challenge: string, about: ChallengeFor): Promise<{ readonly issuedAt: number } | undefined>;
}

export function createPasskeyChallenges({
  derive,
  tokens,
  now,
}: {
  derive: Derive;
  tokens: Pick<OneTimeTokens, 'spend'>;
  now: () => number;
}): PasskeyChallenges {
  const key = derive('intake passkey challenge');
  const macOf = (head: Buffer, { purpose, host, holder }: ChallengeFor): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, host, holder]))
      .update(head)
      .digest();
  return {
    issue(about) {
      const expiry = Buffer.alloc(EXPIRY_BYTES);
      expiry.writeUIntBE(now() + CHALLENGE_MS, 0, EXPIRY_BYTES);
      const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
      return Buffer.concat([head, macOf(head, about)]).toString('base64url');
    },

    async spend(challenge, about) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES) return undefined;
      const head = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
      if (!timingSafeEqual(bytes.subarray(head.length), macOf(head, about))) return undefined;
      const expiresAt = head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
      if (expiresAt <= now()) return undefined;
      const spent = { kind: SPENT, expiresAt: new Date(expiresAt).toISOString() };
      return (await tokens.spend(bytes.toString('base64url'), spent))
        ? { issuedAt: expiresAt - CHALLENGE_MS }
        : undefined;
    },
  };
}
