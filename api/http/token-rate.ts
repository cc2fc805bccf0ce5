import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';

const WINDOW_SECONDS = 60;
const MOST_TOKENS = 10_000;

interface Window {
  readonly endsAt: number;
  used: number;
}

/** Counts the calls of a token in this process, and says in the answer what is left (RateLimit header fields, draft 11). */
export type CountCall = (tokenId: string, response: Response) => Rejection | null;

export const createTokenRate = (now?: () => number): CountCall =>
  createCallRate({
    limit: QUOTAS.token.callsPerMinute,
    name: 'calls',
    message: TEXTS.apiTokens.tooManyCalls,
    ...(now && { now }),
  });

export function createCallRate({
  limit,
  name,
  message,
  now = () => performance.now(),
}: {
  readonly limit: number;
  readonly name: string;
  readonly message: (limit: number) => string;
  readonly now?: () => number;
}): CountCall {
  const windows = new LRUCache<string, Window>({ max: MOST_TOKENS });
  return (tokenId, response) => {
    // A call that has waited asks for its context again.
    if (response.locals.isCounted === true) return null;
    response.locals.isCounted = true;
    const at = now();
    const known = windows.get(tokenId);
    const current = known && known.endsAt > at ? known : { endsAt: at + WINDOW_SECONDS * 1000, used: 0 };
    windows.set(tokenId, current);
    current.used += 1;
    const seconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil((current.endsAt - at) / 1000)));
    response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${WINDOW_SECONDS}`);
    response.setHeader('RateLimit', `"${name}";r=${Math.max(0, limit - current.used)};t=${seconds}`);
    if (current.used <= limit) return null;
    return { code: 'too-many-requests', message: message(limit), retryAfterSeconds: seconds };
  };
}
