import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { isDirectFromThisMachine } from './is-direct.ts';

export function mayReadMetrics(request: Request, token: string | undefined): boolean {
  const bearer = /^Bearer (.+)$/i.exec(request.get('Authorization') ?? '')?.[1];
  if (token !== undefined && bearer !== undefined && isSame(bearer, token)) return true;
  return isDirectFromThisMachine(request);
}

/** Compares digests, because their time shows neither length nor content. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
