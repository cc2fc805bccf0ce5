import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { cutText } from '../domain/cut-text.ts';
import type { Answered } from './metrics/http-metrics.ts';

/** Secrets and personal data never reach the log: only paths are logged, and these members are blanked wherever they occur. */
const SECRET = ['password', 'token', 'authorization', 'cookie', 'email', 'secret', 'apiKey', 'personal'];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Services quote addresses in what they refuse, and errors quote services: none of them gets into a line. */
const WORD = /[^\s<>"'(),;:\\[\]{}=]+/g;
const withoutAddresses = (text: string): string => text.replace(WORD, withoutAddress);

/** A dot that ends a sentence stays. */
function withoutAddress(word: string): string {
  const at = word.indexOf('@', 1);
  if (at === -1 || !/\.\p{L}/u.test(word.slice(at + 1))) return word;
  return word.endsWith('.') ? '[email].' : '[email]';
}

/** Far more than our own words take; paths, headers and what services answer are as long as their senders like. */
const LONGEST_LINE = 16_384;
const LONGEST_TEXT = 1_000;
const LONGEST_ADDRESS = 320;
/** An address goes before the cut, which would leave half of it. */
const cutOff = (text: string): string =>
  text.length > LONGEST_TEXT
    ? `${cutText(withoutAddresses(text.slice(0, LONGEST_TEXT + LONGEST_ADDRESS)), LONGEST_TEXT)}…`
    : text;

/** The line as JSON still, its long texts cut off. A stack of ordinary length fits. */
function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const cut = (_: string, value: unknown) => (typeof value === 'string' ? cutOff(value) : value);
  return `${JSON.stringify(JSON.parse(line), cut)}\n`;
}

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      redact: { paths: PATHS, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => withoutAddresses(shortened(line)) },
    },
    destination ?? pino.destination(1),
  );

/** Without what opens something, and without the names of people's files (D32). */
export const withoutTokens = (path: string): string =>
  cutOff(path)
    .replace(/^(\/api\/invites\/)[^/]+/i, '$1[redacted]')
    .replace(/^(\/api\/download\/[^/]*\/).+/i, '$1[redacted]');

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
