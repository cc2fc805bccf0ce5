import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

export interface SignedIds {
  seal(ids: readonly string[]): string;
  /** [] for a forged or expired text. */
  open(text: string | undefined): readonly string[];
}

export function createSignedIds({
  masterKey,
  now,
  purpose,
  seconds,
  most,
}: {
  masterKey: KeyObject;
  now: () => number;
  /** Derives a signing key for each cookie. */
  purpose: string;
  seconds: number;
  most: number;
}): SignedIds {
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
