import type { Request, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import { REJECTION_CODES } from '../../domain/event-sourcing/decision.ts';

/** Called when a request has ended, even without a complete answer. */
export type Answered = (request: Request, response: Response, milliseconds: number) => void;

/** The connection ended before the answer was sent. Streams always end that way. */
export const isAborted = ({ writableFinished, locals }: Response): boolean =>
  !writableFinished && locals.isLasting !== true;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The parser accepts more methods; a label needs a closed list. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const RESULTS = ['2xx', '3xx', '4xx', '5xx', 'aborted'] as const;

/** Labelled by the route's template, so that the number of series is limited. */
export function createHttpMetrics(registry: Registry): Answered {
  const durations = new Histogram({
    name: 'intake_http_request_duration_seconds',
    help: 'From the first byte of the request to the last of its answer; route is a template, (web) for the web client, (none) for anything else',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'intake_commands_refused_total',
    help: 'Commands refused by a rule or the policy, by refusal code',
    labelNames: ['code'],
    registers: [registry],
  });
  const ended = new Counter({
    name: 'intake_http_requests_total',
    help: 'Requests by the class of their answer: 2xx, 3xx, 4xx, 5xx, or aborted if the connection ended first',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of RESULTS) ended.inc({ result }, 0);
  for (const code of REJECTION_CODES) refused.inc({ code }, 0);
  return (request, response, milliseconds) => {
    // The duration of a stream says nothing about speed.
    if (response.locals.isLasting === true) return;
    if (isAborted(response)) return ended.inc({ result: 'aborted' });
    ended.inc({ result: `${Math.floor(response.statusCode / 100)}xx` });
    const method = METHODS.has(request.method) ? request.method : 'other';
    durations.observe({ method, route: routeOf(request), status: response.statusCode }, milliseconds / 1000);
    const { refusal } = response.locals;
    if (refusal !== undefined && method !== 'GET' && method !== 'HEAD') refused.inc({ code: refusal });
  };
}

function routeOf({ route, originalUrl }: Request): string {
  if (route) return route.path;
  return originalUrl.startsWith('/api/') || originalUrl.startsWith('/dev/') ? '(none)' : '(web)';
}
