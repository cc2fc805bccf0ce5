import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { EventLog } from '../commands/event-store/event-log.ts';
import { refusalOfKind } from '../commands/event-store/unstorable-event.ts';
import { FileDamaged } from '../commands/file-store/port.ts';
import { isDamage, LogDamaged } from '../commands/integrity/damage-guard.ts';
import type { SecurityLog } from '../commands/security-log/security-log.ts';
import type { RequestKeys } from '../commands/vault/request-keys.ts';
import { SubjectErased } from '../commands/vault/subject-keys.ts';
import { accept } from '../domain/event-sourcing/decision.ts';
import { Unstorable } from '../domain/event-sourcing/storable.ts';
import { TEXTS } from '../domain/text/texts.ts';
import type { Engine } from '../projections/engine/contract.ts';
import { hasLawfulOrigin } from './auth/origin.ts';
import type { Config, Site } from './config/config.ts';
import { live } from './contract/live.ts';
import { bearerOf } from './http/bearer.ts';
import { IDEMPOTENCY_KEY } from './http/context-of.ts';
import { isServedDomain } from './http/current-organization.ts';
import type { FairShares } from './http/fair-shares.ts';
import { limitAddress } from './http/head-limits.ts';
import { type Limits, RETRY_AFTER_SECONDS } from './http/limits/limits.ts';
import { createAwaitMinPosition } from './http/min-position.ts';
import type { Moments } from './http/moments.ts';
import { mountRoutes } from './http/mount-routes.ts';
import type { Positions } from './http/positions.ts';
import { sendProblem, sendRejection } from './http/problems.ts';
import type { ReadBudget } from './http/read-budget.ts';
import type { RecordAnswer } from './http/record-answer.ts';
import type { ContextOf, Route } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { admitVisits } from './http/visit.ts';
import { requestLog, withoutTokens } from './logging/logging.ts';
import type { OutageLog } from './logging/outage-log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { devOutbox } from './pages/dev-outbox.ts';
import { pagePolicy } from './pages/page-policy.ts';
import type { ReadModels } from './read-models/read-models.ts';
import { isUnavailable, ServerStopping } from './runtime/unavailable.ts';

/** Long-lived streams have their own budget, and the operator needs these most when the process is busy. */
const TAKES_NO_ROOM: ReadonlySet<string> = new Set([live.path, '/healthz', '/readyz', '/metrics']);

/** The router accepts any case and a slash at the end. */
const takesNoRoom = ({ path }: Request): boolean => TAKES_NO_ROOM.has(path.toLowerCase().replace(/\/$/, ''));

export function createApp({
  config,
  site,
  logger,
  outages,
  log,
  engine,
  readModels,
  metrics,
  positions,
  limits,
  contextOf,
  moments,
  requestKeys,
  routes,
  reads,
  recordAnswer,
  securityLog,
  shares,
  web,
  outbox,
  isDevelopment,
}: {
  config: Config;
  site: Site;
  logger: Logger;
  outages: Pick<OutageLog, 'covers'>;
  log: EventLog;
  engine: Engine;
  readModels: ReadModels;
  metrics: Metrics;
  positions: Positions;
  limits: Limits;
  contextOf: ContextOf;
  moments: Moments;
  requestKeys: RequestKeys;
  routes: readonly Route[];
  reads: ReadBudget;
  recordAnswer: RecordAnswer;
  securityLog: Pick<SecurityLog, 'record'>;
  shares: FairShares;
  web: readonly RequestHandler[];
  /** The directory of unsent emails; null if they are sent or not to be shown. */
  outbox: string | null;
  isDevelopment: boolean;
}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies.length > 0 ? [...config.trustedProxies] : false);
  app.use(requestLog(logger, metrics.answered));
  app.use(securityHeaders(site, { isDevelopment }));
  app.use(admitVisits(limits, takesNoRoom));
  app.use((_request, response, next) => {
    response.locals.positions = positions;
    next();
  });
  app.use(limitAddress);
  app.use((request, response, next) => {
    // No store accepts a NUL.
    if (request.url.includes('%00')) return sendProblem(response, 400, TEXTS.requests.malformed);
    next();
  });
  const awaitMinPosition = createAwaitMinPosition({ engine, log });
  app.use('/api', async (request, response, next) => {
    const lawful = await hasLawfulOrigin(request, site, (hostname) =>
      isServedDomain(readModels.organizations, hostname),
    );
    if (!lawful && !isFromOutside(request.path) && bearerOf(request) === null) {
      securityLog.record({
        kind: 'otherSite',
        organizationId: null,
        actor: { kind: 'anonymous', id: null },
        isStaff: false,
        address: request.ip ?? null,
        device: request.get('User-Agent') ?? null,
        call: null,
      });
      return sendProblem(response, 403, TEXTS.http.ofOtherSite);
    }
    const key = request.get('Idempotency-Key');
    if (request.method !== 'GET' && key !== undefined && !IDEMPOTENCY_KEY.test(key))
      return sendProblem(response, 400, TEXTS.requests.keyInvalid);
    const isPosition = await awaitMinPosition(response, request.get('X-Min-Position'));
    if (!isPosition) return sendProblem(response, 400, TEXTS.requests.positionInvalid);
    next();
  });
  const pinOf = async (asOf: string, organizationId: string | null) => {
    const pin = await moments.pinOf(asOf, organizationId);
    return pin.ok ? accept({ ...pin.value, token: positions.pin(pin.value) }) : pin;
  };
  app.use(mountRoutes(routes, { contextOf, requestKeys, shares, engine, reads, recordAnswer, pinOf }));
  if (outbox !== null) app.use('/dev/outbox', devOutbox(outbox));
  app.use(['/api', '/dev'], (_request, response) => sendProblem(response, 404, TEXTS.access.notFound));
  if (web.length > 0) app.use(pagePolicy({ readModels, site, logger, isDevelopment }), ...web);
  app.use((_request, response) => sendProblem(response, 404, TEXTS.access.notFound));
  app.use(answerFailure(logger, outages));
  return app;
}

/** Providers report from their own servers, without cookies. */
const isFromOutside = (pathBelowApi: string): boolean => pathBelowApi === '/inbound-webhook';

/** Only an operator can repair the data; the guard has logged it. */
const DAMAGE_RETRY_AFTER_SECONDS = '300';

/** Reports what people can act on; the rest is a 500 without details and a full log line. */
const answerFailure =
  (logger: Logger, outages: Pick<OutageLog, 'covers'>): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    if (request.destroyed && !request.complete) return void response.destroy();
    if (error instanceof LogDamaged || isDamage(error)) {
      response.setHeader('Retry-After', DAMAGE_RETRY_AFTER_SECONDS);
      return sendProblem(response, 503, request.method === 'GET' ? TEXTS.http.unreadable : TEXTS.http.unchangeable);
    }
    if (error instanceof FileDamaged) {
      const { fileId, message } = error;
      logger.error(
        { fileId, fault: 'damaged', requestId: response.locals.requestId },
        `${message}, and was requested. Run "intake verify" for details`,
      );
      response.setHeader('Retry-After', DAMAGE_RETRY_AFTER_SECONDS);
      return sendProblem(response, 503, TEXTS.files.damaged);
    }
    if (error instanceof ServerStopping) {
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      return sendProblem(response, 503, TEXTS.requests.stopping);
    }
    if (isUnavailable(error)) {
      response.locals.unavailable = error;
      if (!outages.covers(error))
        logger.error({ err: error, requestId: response.locals.requestId }, 'a store is unavailable');
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      return sendProblem(response, 503, TEXTS.http.outage);
    }
    if (error instanceof Unstorable && error.kind !== 'not JSON') {
      return sendRejection(response, refusalOfKind(error.kind));
    }
    if (error instanceof SubjectErased) return sendProblem(response, 422, TEXTS.privacy.dataErased);
    const status = (error as { status?: unknown }).status;
    if (status === 400 || error instanceof URIError) return sendProblem(response, 400, TEXTS.requests.malformed);
    logger.error(
      { err: error, requestId: response.locals.requestId, method: request.method, path: withoutTokens(request.path) },
      'unexpected failure',
    );
    sendProblem(response, 500, TEXTS.http.failed);
  };
