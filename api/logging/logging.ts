import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Request, RequestHandler, Response } from 'express';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { currentCorrelation, withCorrelation } from '../../commands/context/correlation.ts';
import { readSender } from '../../commands/email/read-sender.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { PAGES } from '../../domain/values/pages.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Answered, isAborted } from '../metrics/http-metrics.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

/** The log has no secrets or personal data: only paths are logged, and these members are blanked wherever they occur. */
const SECRET = /^(?:password|token|authorization|cookie|email|secret|apiKey|personal)$/;
const SECRET_MEMBER = /"(?:password|token|authorization|cookie|email|secret|apiKey|personal)":/;

/** Pino's own redaction takes most of a line's time, even without a secret. */
function withoutSecrets(line: string): string {
  if (!SECRET_MEMBER.test(line)) return line;
  const blank = (name: string, value: unknown) => (SECRET.test(name) ? '[redacted]' : value);
  return `${JSON.stringify(JSON.parse(line), blank)}\n`;
}

/** Services quote email addresses in refusals, and errors quote services; all addresses are blanked. */
const WORD = /[^\s<>"'(),;:\\[\]{}=]+/g;
const withoutAddresses = (text: string, shown?: string): string =>
  text.includes('@') || text.includes('%40')
    ? text.replace(WORD, (word) => (word === shown ? word : withoutAddress(word)))
    : text;

/** Also as a part of a URL. In a scoped package, `node_modules/@scope/name/file.js`, no domain follows the @. */
const ADDRESS = /.(?:@|%40)[^/@%]*?\.\p{L}/iu;
const GENERATION_FILE = /@[\d.]+\.sqlite/g;

function withoutAddress(word: string): string {
  if (!ADDRESS.test(word.replaceAll(GENERATION_FILE, ''))) return word;
  return word.endsWith('.') ? '[email].' : '[email]';
}

/** Far more than the program's own texts; paths, headers and answers of services have any length. */
const LONGEST_LINE = 16_384;
const LONGEST_TEXT = 1_000;
const LONGEST_ADDRESS = 320;
/** Addresses are removed before the cut, which would leave half of one. */
const cutOff = (text: string): string =>
  text.length > LONGEST_TEXT
    ? `${cutText(withoutAddresses(text.slice(0, LONGEST_TEXT + LONGEST_ADDRESS)), LONGEST_TEXT)}…`
    : text;

/** Cuts long texts and keeps the line valid JSON. A stack of ordinary length fits. */
function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const cut = (_: string, value: unknown) => (typeof value === 'string' ? cutOff(value) : value);
  return `${JSON.stringify(JSON.parse(line), cut)}\n`;
}

/** The stack of an unreachable store explains nothing. */
const errorLine = (error: Error) =>
  isUnavailable(error) ? { type: error.name, message: error.message } : stdSerializers.err(error);

export const STANDARD_ERROR: DestinationStream = pino.destination(2);

/** `mailFrom` is the operator's own sender address, the only one that is logged. */
export const createLogger = (level: string, destination?: DestinationStream, mailFrom?: string): Logger => {
  const shown = mailFrom === undefined ? undefined : readSender(mailFrom).address;
  return pino(
    {
      level,
      serializers: { err: errorLine },
      base: { pid: process.pid, host: hostname() },
      mixin: () => {
        const requestId = currentCorrelation();
        return requestId === null ? {} : { requestId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => withoutAddresses(shortened(withoutSecrets(line)), shown) },
    },
    destination ?? pino.destination(1),
  );
};

interface KnownPath {
  /** In lower case, as the router accepts any; undefined for what differs from request to request. */
  readonly parts: readonly (string | undefined)[];
  /** Of the part that opens something. */
  readonly secretAt: number;
}

const knownPath = (path: string, secretParam?: string): KnownPath => {
  const parts = path.split('/');
  return {
    parts: parts.map((part) => (/^[{:*]/.test(part) ? undefined : part.toLowerCase())),
    secretAt: secretParam === undefined ? -1 : parts.indexOf(`{${secretParam}}`),
  };
};

const KNOWN_PATHS: readonly KnownPath[] = [
  ...Object.values<Endpoint>(ENDPOINTS).map(({ path, secretParam }) => knownPath(path, secretParam)),
  ...['/{file}', '/assets/{file}', ...Object.values(PAGES).map(({ path }) => path)].map((path) => knownPath(path)),
].toSorted((one, other) => other.secretAt - one.secretAt);
const BY_LENGTH = Map.groupBy(KNOWN_PATHS, ({ parts }) => parts.length);

/**
 * A path of a call or a page, without what opens something. Of other paths only the parts before any parameter: with a
 * secret in them they may be spelled in many ways, such as `/api//calendar/SECRET`.
 */
export function withoutTokens(path: string): string {
  const parts = cutOff(path).split('/');
  const lower = parts.map((part) => part.toLowerCase());
  if (lower.length > 2 && lower.at(-1) === '') lower.pop();
  const known = BY_LENGTH.get(lower.length)?.find((one) =>
    one.parts.every((part, at) => (part === undefined ? lower[at] !== '' : part === lower[at])),
  );
  if (known && known.secretAt < 0) return parts.join('/');
  const shown = known?.secretAt ?? Math.max(...KNOWN_PATHS.map((one) => sharedParts(one, lower)));
  return [...parts.slice(0, shown), '[redacted]'].join('/');
}

function sharedParts({ parts }: KnownPath, lower: readonly string[]): number {
  const end = parts.findIndex((part, at) => part === undefined || part !== lower[at]);
  return end < 0 ? parts.length : end;
}

/** A UUID or 32 hexadecimal digits, as proxies make them: the log of events keeps it, so it must not identify anyone. */
const REQUEST_ID = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Undefined unless a trusted proxy set it. */
function idOfProxy(request: Request): string | undefined {
  const id = request.get('X-Request-Id');
  if (id === undefined || !REQUEST_ID.test(id)) return undefined;
  const isTrusted: (address: string, hop: number) => boolean = request.app.get('trust proxy fn');
  return isTrusted(request.socket.remoteAddress ?? '', 0) ? id : undefined;
}

/** The id is in the answer's header, the log and the events' correlation id. */
export function requestLog(logger: Logger, answered: Answered): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = idOfProxy(request) ?? randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    const path = withoutTokens(request.path);
    response.once('close', () => {
      const elapsed = performance.now() - started;
      answered(request, response, elapsed);
      const ms = Math.round(elapsed * 10) / 10;
      logEnd(logger, response, { requestId, method: request.method, path, ms });
    });
    withCorrelation(requestId, next);
  };
}

interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly ms: number;
}

function logEnd(logger: Logger, response: Response, line: RequestLine): void {
  const status = response.headersSent ? response.statusCode : null;
  const level = line.path.startsWith('/api/') ? 'info' : 'debug';
  if (isAborted(response)) logger[level]({ ...line, status }, 'request aborted');
  else if (response.statusCode >= 500) logger.warn({ ...line, status }, 'request failed');
  else logger[level]({ ...line, status }, 'request');
}
