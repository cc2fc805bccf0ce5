import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const DAYS = 7;
export const CLAIM_SECONDS = DAYS * 86_400;
const MAX_CLAIMS = 20;

/**
 * What an anonymous browser holds of the applications that it submitted: a signed list of their ids. It links an
 * application to an account with the application's email, as long as no account is linked to it, and does nothing else.
 */
export interface Claims {
  seal(applicationIds: readonly string[]): string;
  /** [] for whatever was not sealed here, or too long ago. */
  open(text: string | undefined): readonly string[];
}

export function createClaims({ masterKey, now }: { masterKey: KeyObject; now: () => number }): Claims {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'intake claim cookie', 32));
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    seal(applicationIds) {
      const expires = Math.floor(now() / 1000) + CLAIM_SECONDS;
      const payload = Buffer.from(JSON.stringify({ ids: applicationIds.slice(-MAX_CLAIMS), expires })).toString(
        'base64url',
      );
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
