import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const DAYS = 7;
export const CLAIM_SECONDS = DAYS * 86_400;
const MAX_CLAIMS = 20;

/**
 * What an anonymous browser holds of the applications that it submitted: a signed list of their ids. It links an
 * application to an account with the application's email, as long as no account is linked to it, and does nothing else.
 */
export interface Claims {
  seal(ids: readonly string[]): string;
  /** [] for whatever was not sealed here, or too long ago. */
  open(text: string | undefined): readonly string[];
}

export const createClaims = (given: { masterKey: KeyObject; now: () => number }): Claims =>
  createSignedIds({ ...given, purpose: 'intake claim cookie', seconds: CLAIM_SECONDS, most: MAX_CLAIMS });

/** Lists of ids that a browser keeps in a cookie and cannot make itself. */
export function createSignedIds({
  masterKey,
  now,
  purpose,
  seconds,
  most,
}: {
  masterKey: KeyObject;
  now: () => number;
  /** Tells one cookie's keys from another's. */
  purpose: string;
  seconds: number;
  /** The newest are kept. */
  most: number;
}): Claims {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    seal(given) {
      const expires = Math.floor(now() / 1000) + seconds;
      const payload = Buffer.from(JSON.stringify({ ids: given.slice(-most), expires })).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    open(text) {
      const [payload, signature] = text?.split('.') ?? [];
      if (!payload || !signature) return [];
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return [];
      const { ids, expires } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        ids: readonly string[];
        expires: number;
      };
      return expires * 1000 > now() ? ids : [];
    },
  };
}
