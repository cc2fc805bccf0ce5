import type { Request, RequestHandler, Response } from 'express';
import { network } from '../../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../../domain/text/texts.ts';
import { hasBody } from '../json-body.ts';
import { sendProblem } from '../problems.ts';
import { IncomingBody } from './incoming-body.ts';
import {
  ANSWER_BYTES_PER_SECOND,
  BODY_BYTES_PER_SECOND,
  type Limits,
  RETRY_AFTER_SECONDS,
  SMALL_ANSWER_BYTES,
  TIMES,
} from './limits.ts';

/** One request as the limits see it. */
export interface Visit {
  /** Of the client, as far as trusted proxies tell; a whole network where one visitor may have that. */
  readonly address: string;
  readonly limits: Limits;
  readonly body: IncomingBody;
}

/** Every request passes the limits first, so it has one. */
export const visitOf = ({ locals }: Response): Visit => locals.visit as Visit;

/** So long a client that was answered early may go on sending before its connection is cut. */
const LINGER_MS = 1000;

/** Admits a request if there is room for one more; `isFree` names those that take none. */
export const admitVisits =
  (limits: Limits, isFree: (request: Request) => boolean): RequestHandler =>
  (request, response, next) => {
    const address = network(request.ip ?? '');
    const body = new IncomingBody({ request, response, address, limits });
    response.locals.visit = { address, limits, body } satisfies Visit;
    if (hasBody(request)) cutOffLate(request, response);
    if (isFree(request)) return next();
    if (!limits.requests.hold(body, 1)) {
      limits.refused('requests');
      return sendBusy(response);
    }
    response.once('close', () => limits.requests.release(body));
    next();
  };

export function sendBusy(response: Response): void {
  response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  sendProblem(response, 503, TEXTS.requests.busy);
}

/** Ends the connection of a client that goes on sending what nobody wants any more; at once it might miss the answer. */
function cutOffLate(request: Request, response: Response): void {
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref();
  });
}

const millisecondsFor = (bytes: number, rate: number): number => (bytes / rate) * 1000;

/** Cuts the connection of a client that reads too slowly, because its request holds a place of the budget until then. */
export function endSlowReader(response: Response, bytes: number): void {
  const { limits } = visitOf(response);
  const end = () => {
    limits.refused('answers');
    response.destroy();
  };
  const timer = setTimeout(end, TIMES.bodyMs + millisecondsFor(bytes, BODY_BYTES_PER_SECOND)).unref();
  response.once('close', () => clearTimeout(timer));
}

/** False, and a refusal is sent, where too many answers are waiting for their readers. A slow reader is ended. */
export function maySend(response: Response, bytes: number): boolean {
  // Behind an answer that has not been read, a small one stays in memory, too.
  const isNext = response.socket?.writableLength === 0;
  if (bytes <= SMALL_ANSWER_BYTES && isNext) return true;
  const { address, limits } = visitOf(response);
  const answer = {
    address,
    stalledFrom: performance.now() + TIMES.stalledMs + millisecondsFor(bytes, ANSWER_BYTES_PER_SECOND),
    end() {
      limits.refused('answers');
      response.destroy();
    },
  };
  if (!limits.answers.hold(answer, bytes)) {
    limits.refused('answers');
    sendBusy(response);
    return false;
  }
  endSlowReader(response, bytes);
  response.once('close', () => limits.answers.release(answer));
  return true;
}
