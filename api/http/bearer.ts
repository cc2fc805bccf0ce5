import type { Request } from 'express';

/** The text of `Authorization: Bearer …`; null without one. */
export const bearerOf = (request: Pick<Request, 'get'>): string | null =>
  /^Bearer +(\S{1,300})$/i.exec(request.get('Authorization') ?? '')?.[1] ?? null;
