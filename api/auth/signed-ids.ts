import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedIds {
  seal(ids: readonly string[]): string;
  /** [] for a forged or expired text. */
  open(text: string | undefined): readonly string[];
}

export function createSignedIds({
  key,
  now,
  seconds,
  most,
}: {
  /** Another one for each cookie. */
  key: Buffer;
  now: () => number;
  seconds: number;
  most: number;
}): SignedIds {
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
