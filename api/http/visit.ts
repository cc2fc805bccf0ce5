import type { Request, RequestHandler, Response } from 'express';
import { network } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { hasBody } from './json-body.ts';
import { IncomingBody } from './limits/incoming-body.ts';
import {
  ANSWER_BYTES_PER_SECOND,
  BODY_BYTES_PER_SECOND,
  type Limits,
  RETRY_AFTER_SECONDS,
  SMALL_ANSWER_BYTES,
  TIMES,
} from './limits/limits.ts';
import { sendProblem } from './problems.ts';

export interface Visit {
  /** The client's address as far as trusted proxies are believed; its network if one visitor may have a whole one. */
  readonly address: string;
  readonly limits: Limits;
  readonly body: IncomingBody;
}

export const visitOf = ({ locals }: Response): Visit => locals.visit as Visit;

const LINGER_MS = 1000;

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

/** Ends the connection of a client that still sends after its answer; ending at once might lose the answer. */
function cutOffLate(request: Request, response: Response): void {
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref();
  });
}

const millisecondsFor = (bytes: number, rate: number): number => (bytes / rate) * 1000;

/** A slow reader's connection is cut, because its request holds a place of the budget. */
export function endSlowReader(response: Response, bytes: number): void {
  const { limits } = visitOf(response);
  const end = () => {
    limits.refused('answers');
    response.destroy();
  };
  const timer = setTimeout(end, TIMES.bodyMs + millisecondsFor(bytes, BODY_BYTES_PER_SECOND)).unref();
  response.once('close', () => clearTimeout(timer));
}

/** False, with a refusal sent, if too many answers wait for their readers. A slow reader is ended. */
export function maySend(response: Response, bytes: number): boolean {
  // A small answer stays in memory behind one that has not been read.
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
