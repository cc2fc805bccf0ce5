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

export function createTokenRate(
  now: () => number = () => performance.now(),
  limit: number = QUOTAS.token.callsPerMinute,
): CountCall {
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
    const seconds = Math.max(1, Math.ceil((current.endsAt - at) / 1000));
    response.setHeader('RateLimit-Policy', `"calls";q=${limit};w=${WINDOW_SECONDS}`);
    response.setHeader('RateLimit', `"calls";r=${Math.max(0, limit - current.used)};t=${seconds}`);
    if (current.used <= limit) return null;
    const message = TEXTS.apiTokens.tooManyCalls(limit);
    return { code: 'too-many-requests', message, retryAfterSeconds: seconds };
  };
}
