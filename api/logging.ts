import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Answered } from './metrics/http-metrics.ts';

/** Secrets and personal data never reach the log: only paths are logged, and these members are blanked wherever they occur. */
const SECRET = ['password', 'token', 'authorization', 'cookie', 'email', 'secret', 'apiKey', 'personal'];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Services quote addresses in what they refuse, and errors quote services: none of them gets into a line. */
const ADDRESS = /[^\s@<>"'(),;:\\[\]{}=]+@[^\s@<>"'(),;:\\[\]{}]+\.\p{L}[\p{L}\p{N}-]*/gu;
const withoutAddresses = (line: string): string => line.replaceAll(ADDRESS, '[email]');

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      redact: { paths: PATHS, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutAddresses },
    },
    destination ?? pino.destination(1),
  );

/** Without what opens something, and without the names of people's files (D32). */
export const withoutTokens = (path: string): string =>
  path.replace(/^(\/api\/invites\/)[^/]+/i, '$1[redacted]').replace(/^(\/api\/download\/[^/]*\/).+/i, '$1[redacted]');

/** Names each request, for the answer's header, the log and the events' correlation id; logs and counts how it ended. */
export function requestLog(logger: Logger, answered: Answered): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    const { method } = request;
    const path = withoutTokens(request.path);
    response.on('finish', () => {
      const elapsed = performance.now() - started;
      answered(request, response, elapsed);
      const ms = Math.round(elapsed * 10) / 10;
      const line = { requestId, method, path, status: response.statusCode, ms };
      if (response.statusCode >= 500) logger.warn(line, 'request failed');
      else if (path.startsWith('/api/')) logger.info(line, 'request');
      else logger.debug(line, 'request');
    });
    next();
  };
}
