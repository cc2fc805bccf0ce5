import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Problem } from '../contract/problem.ts';
import { problemOf, sendProblem } from './problems.ts';

/** For the request line and all headers (docs/decisions/0028). */
export const MAX_HEAD_BYTES = 16_384;
/** For path and query: the longest list of ids fits, and 4 kB remain for cookies and headers. */
export const MAX_ADDRESS = 12_288;

export const limitAddress: RequestHandler = ({ originalUrl }, response, next) =>
  originalUrl.length > MAX_ADDRESS ? sendProblem(response, 414, TEXTS.requests.addressTooLong(MAX_ADDRESS)) : next();

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client would read a second answer as the body of one that has begun.
  const isAnswering = '_httpMessage' in socket && socket._httpMessage !== null;
  if (!socket.writable || isAnswering) return void socket.destroy(error);
  endWith(socket, problemOfError(error.code));
}

export function endWith(socket: Socket, problem: Problem, ...headers: readonly string[]): void {
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOfError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problemOf(431, TEXTS.requests.headersTooLarge(MAX_HEAD_BYTES / 1024));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problemOf(408, TEXTS.requests.tooSlow);
  return problemOf(400, TEXTS.requests.malformed);
}
