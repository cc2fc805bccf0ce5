import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createHourlyCounts } from '../commands/vault/hourly-counts.ts';
import { readKeyNotes } from '../commands/vault/master-keys.ts';
import { createApp } from './app.ts';
import { composeWhenReachable } from './composition/compose-when-reachable.ts';
import type { ComposeOptions, Composition } from './composition/composition.ts';
import { createServices, type Services } from './composition/services.ts';
import { type Config, ConfigRefused, siteOf } from './config/config.ts';
import { shownSettings } from './config/settings-line.ts';
import { unfitSettings } from './config/unfit-settings.ts';
import { live } from './contract/live.ts';
import { limitConnections, SERVER_TIMES } from './http/connections.ts';
import { createContextOf } from './http/context-of.ts';
import { createFairShares, NO_FAIR_SHARES } from './http/fair-shares.ts';
import { answerUnreadable, MAX_HEAD_BYTES } from './http/head-limits.ts';
import { createLimits, UNREAD_BYTES } from './http/limits/limits.ts';
import { createReadBudget, NO_READ_BUDGET } from './http/read-budget.ts';
import { recordAnswers } from './http/record-answer.ts';
import { hashKeyOf } from './http/request-context.ts';
import { createStartingApp } from './http/starting.ts';
import { createTokenRate } from './http/token-rate.ts';
import { createLogger } from './logging/logging.ts';
import { buildOf } from './metrics/build-metrics.ts';
import { withdrawDemoPassword } from './operator/demo/withdraw-demo-password.ts';
import { createOperator } from './operator/operations.ts';
import { listenToOperator } from './operator/socket.ts';
import { createPageReads, type OpenPageReads } from './pages/page-reads.ts';
import { createPageOf } from './pages/prerendered-page.ts';
import { serveWebFiles } from './pages/web-files.ts';
import { servePages } from './pages/web-pages.ts';
import { ownRoutesOf, routesOf } from './routes/routes.ts';
import { ServerStopping } from './runtime/unavailable.ts';
import { withAlerts } from './security-log/alerts.ts';
import { createOwnersOf } from './security-log/owners-of.ts';
import { isInside } from './storage/is-inside.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** For running requests at a stop; the rest of the ten seconds is for the stores. */
const DRAIN_MS = 5500;

export interface RunningServer {
  /** The address listened on; organizations and emails use the public one. */
  readonly url: string;
  readonly composition: Composition;
  readonly services: Services;
  connections(): Promise<number>;
  /** Ends test emails, answers running requests for at most `DRAIN_MS`, then closes the stores. */
  close(): Promise<void>;
}

export interface ServerOptions extends Pick<ComposeOptions, 'now' | 'resolveTxt' | 'passwordCost'> {
  /** Serves the web client from its sources and reloads changes. */
  readonly isDevelopment?: boolean;
  /** Default: JSON lines on standard output. */
  readonly logger?: Logger;
  /** Runs before the first request is answered. */
  readonly prepare?: (composition: Composition) => Promise<void>;
}

/** Listens first, so that a taken port fails before anything is opened; it answers 503 until all is open. */
export async function startServer(
  config: Config,
  {
    now = Date.now,
    resolveTxt,
    passwordCost,
    isDevelopment = false,
    logger = createLogger(config.logLevel, undefined, config.mailFrom),
    prepare,
  }: ServerOptions = {},
): Promise<RunningServer> {
  const started = performance.now();
  refuseBackupsInData(config);
  let app: RequestListener;
  let isDraining = false;
  const stopping = new AbortController();
  let requests: Composition['requests'] | undefined;
  const limits = createLimits();
  const answer: RequestListener = (request, response) => {
    // The connection limit has refused or ended it.
    if (request.socket.writableEnded || request.socket.destroyed) return;
    if (requests && isWaitedFor(request)) {
      requests.begun();
      response.once('close', requests.ended);
    }
    // An idle connection would delay the stop.
    response.once('close', () => isDraining && setImmediate(() => server.closeIdleConnections()));
    return app(request, response);
  };
  const server = createServer({ ...SERVER_TIMES, maxHeaderSize: MAX_HEAD_BYTES, highWaterMark: UNREAD_BYTES }, answer);
  server.on('clientError', answerUnreadable);
  // With `Expect: 100-continue` the client sends its body after the head has been checked.
  server.on('checkContinue', answer);
  limitConnections(server, limits, config);
  await listen(server, config);
  const opened: (() => Promise<unknown>)[] = [];
  const { port } = server.address() as AddressInfo;
  try {
    const site = siteOf(config, port);
    const { version, role, events, documents, mail } = buildOf(config);
    const settings = shownSettings({ ...config, port }, site);
    logger.info({ version, role, stores: { events, documents, mail }, settings }, 'starting');
    app = createStartingApp({ config, site, isDevelopment });
    const composition = await composeWhenReachable(config, {
      site,
      logger,
      now,
      ...(resolveTxt ? { resolveTxt } : {}),
      ...(passwordCost ? { passwordCost } : {}),
      isServer: true,
    });
    opened.push(() => composition.close());
    ({ requests } = composition);
    const unfit = unfitSettings(config, site, composition.isMasterKeyNew);
    if (unfit.length > 0)
      logger.warn({ settings: unfit }, 'these settings are unsuitable for a portal that others can reach');
    const { rotation } = await readKeyNotes(composition.stores.vault);
    if (rotation) {
      const { from, to, startedAt } = rotation;
      logger.warn({ from, to, startedAt }, 'the rotation of the master key is unfinished: run "intake rotate-key"');
    }
    const { directory, areShared } = composition.stores;
    // With shared stores the CLI connects to the stores.
    const operator = areShared ? null : await listenToOperator(directory.socket, createOperator(composition));
    opened.push(async () => operator?.close());
    if (!site.isLocal) await withdrawDemoPassword(composition, logger);
    await prepare?.(composition);
    limits.register(composition.metrics.registry);
    const services = await createServices(composition, { site, logger, limits, now, stopping: stopping.signal });
    opened.push(async () => services.live.close());
    const isPortal = config.role !== 'worker';
    const routes = isPortal ? routesOf(services) : ownRoutesOf(services);
    const contextOf = createContextOf({
      ...services,
      hashKey: hashKeyOf(composition.derive),
      countCall: createTokenRate(),
    });
    const shares = config.hasRateLimits ? createFairShares() : NO_FAIR_SHARES;
    const onProblem = (message: string, error: unknown) => logger.warn({ err: error }, message);
    const { vault } = composition.stores;
    const counts = createHourlyCounts({ vault, now, stopping: stopping.signal, onProblem });
    const securityLog = withAlerts(services.securityLog, { ...services, vault, counts, onProblem });
    const recordAnswer = recordAnswers(securityLog, { ownersOf: createOwnersOf(services.readModels), onProblem });
    const reads = config.hasRateLimits ? createReadBudget({ counts, now }) : NO_READ_BUDGET;
    const { readModels } = services;
    const open = createPageReads({ routes, contextOf, readModels, site, shares, reads, recordAnswer });
    const web = isPortal ? await webOf(server, { open, logger, isDevelopment }) : null;
    const hasOutbox = isPortal && config.isTrial && config.smtpUrl === undefined;
    app = createApp({
      ...services,
      securityLog,
      recordAnswer,
      contextOf,
      routes,
      reads,
      shares,
      web: web?.handlers ?? [],
      outbox: hasOutbox ? directory.outbox : null,
      isDevelopment,
    });
    composition.engine.whenReady().then(() => {
      if (!isDraining) logger.info({ port, ms: Math.round(performance.now() - started) }, 'ready');
    });
    return {
      url: `http://localhost:${port}`,
      composition,
      services,
      connections: () =>
        new Promise((resolve, reject) => {
          server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
        }),
      async close() {
        isDraining = true;
        stopping.abort(new ServerStopping());
        services.live.close();
        await operator?.close();
        await web?.close();
        await drain(server);
        await composition.close();
      },
    };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    for (const close of opened.reverse()) {
      await close().catch((failure: unknown) =>
        logger.error({ err: failure }, 'the failed start could not be cleaned up'),
      );
    }
    throw error;
  }
}

async function webOf(
  server: Server,
  { open, logger, isDevelopment }: { open: OpenPageReads; logger: Logger; isDevelopment: boolean },
): Promise<{ handlers: readonly RequestHandler[]; close(): Promise<void> }> {
  if (isDevelopment) {
    const { serveDevWeb } = await import('./pages/dev-web.ts');
    const { router, close } = await serveDevWeb(ROOT, server);
    return { handlers: [router], close };
  }
  const root = join(ROOT, 'dist/web');
  const pageOf = createPageOf({ web: root, renderer: join(ROOT, 'dist/prerender/prerender.js') });
  const onProblem = (message: string, error: unknown) => logger.error({ err: error }, message);
  return {
    handlers: [...(pageOf ? [servePages({ open, pageOf, onProblem })] : []), serveWebFiles(root)],
    close: async () => {},
  };
}

/** The loss of one folder would destroy the data and its backups. */
function refuseBackupsInData({ backupDir, dataDir }: Config): void {
  if (backupDir === undefined || !isInside(backupDir, dataDir)) return;
  throw new ConfigRefused(
    `BACKUP_DIR (${resolve(backupDir)}) is in DATA_DIR (${resolve(dataDir)}): its backups would be lost with the data. Set BACKUP_DIR to a folder elsewhere, best on another disk.`,
  );
}

/** Background work does not yield to streams and health checks. */
const isWaitedFor = ({ url = '' }: IncomingMessage): boolean =>
  ![live.path, '/healthz', '/readyz', '/metrics'].some((path) => url.startsWith(path));

const listen = (server: Server, { port, host }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code
          ? new ConfigRefused(`${host}:${port} cannot be listened on (${error.code}). Choose another PORT or HOST.`)
          : error,
      );
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });

/** Accepts no new connections; busy ones end after their answer, all of them after the limit. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
