import type { Request } from 'express';

const MOST = 300;

/** The text of `Authorization: Bearer …`, cut if it is too long for a token; null without one. */
export function bearerOf(request: Pick<Request, 'get'>): string | null {
  const header = request.get('Authorization') ?? '';
  return /^Bearer(?: |$)/i.test(header) ? header.slice('Bearer '.length).trim().slice(0, MOST) : null;
}
