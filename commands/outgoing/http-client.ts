import { promises as dns, type LookupAddress } from 'node:dns';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A closed list, so that an outside service's words do not get into logs. */
export type OutgoingFailure =
  | 'invalid-address'
  | 'private-address'
  | 'unknown-host'
  | 'unreachable'
  | 'untrusted-certificate'
  | 'time-out';

export type OutgoingAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }
  | { readonly kind: 'failed'; readonly failure: OutgoingFailure };

/** Calls addresses that people have entered; never throws for failures of the other side. */
export interface HttpClient {
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}

export interface HttpClientOptions {
  readonly allowsPrivate: boolean;
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const BODY_LIMIT = 64 * 1024;

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Follows no redirects, connects to the checked addresses, and reuses no connection, because a second call would be
 * unchecked.
 */
export function createHttpClient({
  allowsPrivate,
  resolve = (hostname) => dns.lookup(hostname, { all: true }),
  timeoutMs = TIMEOUT_MS,
}: HttpClientOptions): HttpClient {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        const isRefused = !allowsPrivate && !found.every(({ address }) => isPublicAddress(address));
        if (!first) callback(notFound(), '');
        else if (isRefused) callback(new PrivateAddress(), '');
        else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  return {
    async send({ method, url, headers, body }) {
      const address = readHttpAddress(url);
      if (!address) return failed('invalid-address');
      const hostname = address.hostname.replace(/^\[|\]$/g, '');
      // An IP address needs no lookup.
      if (!allowsPrivate && isIP(hostname) !== 0 && !isPublicAddress(hostname)) return failed('private-address');
      const signal = AbortSignal.timeout(timeoutMs);
      const request = (address.protocol === 'https:' ? overHttps : overHttp)(address, {
        method,
        lookup,
        signal,
        agent: false,
        headers: { 'User-Agent': 'Intake', 'Accept-Encoding': 'identity', ...headers },
      });
      try {
        const response = await responseTo(request, body);
        const { statusCode = 0, headers: answered } = response;
        return { kind: 'answered', status: statusCode, headers: answered, body: await read(response) };
      } catch (error) {
        return failed(signal.aborted ? 'time-out' : failureOf(error));
      } finally {
        request.destroy();
      }
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
    request.end(body);
  });

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= BODY_LIMIT) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_LIMIT).toString('utf8');
}

const failed = (failure: OutgoingFailure): OutgoingAnswer => ({ kind: 'failed', failure });
const notFound = () => Object.assign(new Error('No address'), { code: 'ENOTFOUND' });

const UNKNOWN_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];
const CERTIFICATE = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function failureOf(error: unknown): OutgoingFailure {
  if (error instanceof PrivateAddress) return 'private-address';
  const { code = '' } = error as { code?: string };
  if (UNKNOWN_HOST.includes(code)) return 'unknown-host';
  return CERTIFICATE.test(code) ? 'untrusted-certificate' : 'unreachable';
}
