import { constants } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { DEFAULT_CIPHERS, TLSSocket } from 'node:tls';
import type { AddressRule } from './address-rules.ts';
import { createHostResolver, type ResolveHost } from './resolve-host.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A closed list, so that an outside service's words do not get into logs. */
export const OUTGOING_FAILURES = [
  'invalid-address',
  'blocked',
  'dns',
  'refused',
  'connection',
  'tls-expired',
  'tls-name',
  'tls-chain',
  'timeout',
  'too-large',
] as const;
export type OutgoingFailure = (typeof OUTGOING_FAILURES)[number];

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export interface Failed {
  readonly kind: 'failed';
  readonly failure: OutgoingFailure;
  /** ISO instant of the end of a certificate that has expired. */
  readonly expiredAt?: string;
}
export type OutgoingAnswer = Answered | Failed;

/** Calls addresses that people have entered; never throws for failures of the other side. */
export interface HttpClient {
  send(request: OutgoingRequest, signal?: AbortSignal): Promise<OutgoingAnswer>;
  /** Why a call of the address would be refused now, without calling it. A name that is not found yet is allowed. */
  check(url: string): Promise<'invalid-address' | 'blocked' | null>;
}

export interface HttpClientOptions {
  readonly isAllowed: AddressRule;
  /** Bytes of the answer that are read; the rest is left unread. */
  readonly bodyLimit: number;
  readonly resolve?: ResolveHost;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A person waits for it. */
const CHECK_MS = 3000;
const HEADER_LIMIT = 16 * 1024;
/** Each is parsed at once, so a target that sends them without end would keep this process busy. */
const MOST_INTERIM_ANSWERS = 20;

/**
 * Ways to let a target take our time: keys that it may choose so long that one exchange takes 8 times that of others, and
 * a handshake begun anew on the same connection, as often as it likes. Nobody needs either.
 */
const TLS = {
  ciphers: `${DEFAULT_CIPHERS}:!DHE`,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

class Blocked extends Error {
  override readonly name = 'Blocked';
}

class TooManyInterimAnswers extends Error {
  override readonly name = 'TooManyInterimAnswers';
  readonly code = 'HPE_HEADER_OVERFLOW';
}

/**
 * Follows no redirects and no proxy of the environment, unpacks nothing, connects to the checked addresses, and reuses no
 * connection, because a second call would be unchecked. The time limit holds for everything from DNS to the last byte.
 */
export function createHttpClient({
  isAllowed,
  bodyLimit,
  resolve = createHostResolver(),
  timeoutMs = TIMEOUT_MS,
}: HttpClientOptions): HttpClient {
  async function addressesOf(hostname: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const found = await resolve(hostname, signal);
    if (found.length === 0) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
    if (!found.every(({ address }) => isAllowed(address))) throw new Blocked();
    return found;
  }

  const lookupWith =
    (signal: AbortSignal): LookupFunction =>
    (hostname, options, callback) => {
      addressesOf(hostname, signal).then(
        (found) => {
          const [{ address, family } = { address: '', family: 0 }] = found;
          if (options.all) callback(null, [...found]);
          else callback(null, address, family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    };

  /** Node looks up no literal address. */
  const isBlockedLiteral = ({ hostname }: URL): boolean => {
    const literal = hostname.replace(/^\[|\]$/g, '');
    return isIP(literal) !== 0 && !isAllowed(literal);
  };

  return {
    async send({ method, url, headers, body }, stopping) {
      const address = readHttpAddress(url);
      if (!address) return { kind: 'failed', failure: 'invalid-address' };
      if (isBlockedLiteral(address)) return { kind: 'failed', failure: 'blocked' };
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = stopping ? AbortSignal.any([limit, stopping]) : limit;
      const request = (address.protocol === 'https:' ? overHttps : overHttp)(address, {
        method,
        lookup: lookupWith(signal),
        signal,
        agent: false,
        maxHeaderSize: HEADER_LIMIT,
        rejectUnauthorized: true,
        ...TLS,
        headers: { 'User-Agent': 'Intake', 'Accept-Encoding': 'identity', ...headers },
      });
      const expiry = expiryOf(request);
      try {
        const response = await responseTo(request, body);
        const { statusCode = 0, headers: answered } = response;
        return { kind: 'answered', status: statusCode, headers: answered, body: await read(response, bodyLimit) };
      } catch (error) {
        return signal.aborted ? { kind: 'failed', failure: 'timeout' } : failureOf(error, expiry());
      } finally {
        request.destroy();
      }
    },

    async check(url) {
      const address = readHttpAddress(url);
      if (!address) return 'invalid-address';
      if (isIP(address.hostname.replace(/^\[|\]$/g, '')) !== 0) return isBlockedLiteral(address) ? 'blocked' : null;
      return addressesOf(address.hostname, AbortSignal.timeout(Math.min(timeoutMs, CHECK_MS))).then(
        () => null,
        (error) => (error instanceof Blocked ? 'blocked' : null),
      );
    },
  };
}

export function readHttpAddress(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:';
  return isWeb && address.username === '' && address.password === '' ? address : undefined;
}

const responseTo = (request: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // An aborted request may fail again, and an unhandled error would end the process.
    request.on('error', reject);
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      // Those that came with it are still parsed.
      if (interim === MOST_INTERIM_ANSWERS + 1) request.destroy(new TooManyInterimAnswers());
    });
    // An answer that switches protocols ends the connection without an error.
    request.once('close', () => reject(new Error('The connection ended without an answer')));
    request.end(body);
  });

/** What arrived within the limits. The status is the answer, so a body that drips or breaks off is cut, however it is framed. */
async function read(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= limit) break;
    }
  } catch {
    // The time is over, or the connection is lost.
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}

/** When the certificate of the other side ends: it must be read before the connection is given up. */
function expiryOf(request: ClientRequest): () => string | undefined {
  let ends: number | undefined;
  request.once('socket', (socket: Socket) => {
    if (!(socket instanceof TLSSocket)) return;
    socket.prependListener('secure', () => {
      ends = Date.parse(socket.getPeerCertificate().valid_to);
    });
  });
  return () => (ends === undefined || Number.isNaN(ends) ? undefined : new Date(ends).toISOString());
}

const CODES: Readonly<Record<string, OutgoingFailure>> = {
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  EREFUSED: 'dns',
  EFORMERR: 'dns',
  EBADRESP: 'dns',
  EBADNAME: 'dns',
  ETIMEOUT: 'dns',
  ECANCELLED: 'dns',
  ECONNREFUSED: 'refused',
  CERT_HAS_EXPIRED: 'tls-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-name',
  HPE_HEADER_OVERFLOW: 'too-large',
};
const CERTIFICATE = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|PATH_LENGTH_)/;

function failureOf(error: unknown, expiredAt: string | undefined): Failed {
  if (error instanceof Blocked) return { kind: 'failed', failure: 'blocked' };
  // With several addresses, the first is as telling as the others.
  const {
    code = '',
    errors = [],
    syscall,
  } = error as { code?: string; errors?: { code?: string }[]; syscall?: string };
  // DNS servers that refuse the connection have failed as DNS.
  if (code === 'ECONNREFUSED' && syscall?.startsWith('query')) return { kind: 'failed', failure: 'dns' };
  const failure = CODES[code || (errors[0]?.code ?? '')] ?? (CERTIFICATE.test(code) ? 'tls-chain' : 'connection');
  return { kind: 'failed', failure, ...(failure === 'tls-expired' && expiredAt !== undefined && { expiredAt }) };
}
