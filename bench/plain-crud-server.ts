import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from '../api/app.ts';
import { readConfig, siteOf } from '../api/config/config.ts';
import { ENDPOINTS } from '../api/contract/endpoints.ts';
import { createContextOf } from '../api/http/context-of.ts';
import { createFairShares, NO_FAIR_SHARES } from '../api/http/fair-shares.ts';
import { NO_READ_BUDGET } from '../api/http/read-budget.ts';
import { recordAnswers } from '../api/http/record-answer.ts';
import { hashKeyOf, type RequestContext } from '../api/http/request-context.ts';
import { route, type UncheckedRequest } from '../api/http/route.ts';
import { routesOf } from '../api/routes/routes.ts';
import { startServer } from '../api/server.ts';
import { openStorage } from '../api/storage/storage.ts';
import { applicationView } from '../api/views/application-view.ts';
import { isApplicationStatus } from '../domain/application/statuses.ts';
import { accept, reject } from '../domain/event-sourcing/decision.ts';
import { TEXTS } from '../domain/text/texts.ts';
import type { ApplicationDocument } from '../projections/applications.ts';
import { openReader } from '../projections/document-store/sqlite/reader.ts';

/**
 * The server with one other route: a change of an application is an UPDATE guarded by a version, and a row in an audit
 * table. No history, no encryption, no read models; router, session, policy, validation and view are the same.
 */
const config = readConfig(process.env);
const { services, composition } = await startServer(readConfig({ ...process.env, PORT: '0' }));
const storage = await openStorage();
const file = join(config.dataDir, 'plain-crud.sqlite');
await storage.open(file, {
  synchronous: 'FULL',
  secureDelete: false,
  schema: [
    'CREATE TABLE applications (id TEXT PRIMARY KEY, version INTEGER NOT NULL, document TEXT NOT NULL)',
    'CREATE TABLE audit (id INTEGER PRIMARY KEY, application TEXT NOT NULL, at TEXT NOT NULL, actor TEXT, change TEXT NOT NULL)',
    'CREATE INDEX audit_of ON audit (application)',
  ],
});
const { documents } = await services.readModels.applications.find({});
await storage.write(
  file,
  documents.map(({ _pos, ...document }) => ({
    sql: 'INSERT INTO applications VALUES (?, ?, ?)',
    params: [document._id, document.version, JSON.stringify(document)],
  })),
);
const reader = openReader(file);

const change = route(ENDPOINTS.changeApplication, {
  async target({ params: { id = '' }, context }: UncheckedRequest) {
    const [found] = reader.all<[string]>('SELECT document FROM applications WHERE id = ?', [id]);
    if (!found) return undefined;
    const document = JSON.parse(found[0]) as ApplicationDocument;
    return { document, organizationId: document.organizationId, isOwn: document.userId === context.user?._id };
  },
  async handle({ body, context, target: { document } }) {
    const after = { ...document, ...changesOf(body, document, context), version: document.version + 1 };
    const outcome = await storage.write(file, [
      {
        sql: 'UPDATE applications SET version = version + 1, document = ? WHERE id = ? AND version = ?',
        params: [JSON.stringify(after), document._id, document.version],
        expectedChanges: 1,
      },
      {
        sql: 'INSERT INTO audit (application, at, actor, change) VALUES (?, ?, ?, ?)',
        params: [document._id, context.at, context.actor.id ?? null, JSON.stringify(body)],
      },
    ]);
    if (outcome.status === 'refused') return reject('conflict', TEXTS.documents.busy);
    if (outcome.status === 'unavailable') throw new Error(outcome.message);
    return accept(await applicationView(after, context.actor, services));
  },
});

function changesOf(
  { status, adminComments }: Readonly<Record<string, unknown>>,
  { comments }: ApplicationDocument,
  { at, actor }: RequestContext,
): Partial<ApplicationDocument> {
  const added = (Array.isArray(adminComments) ? adminComments : []) as readonly { readonly message: string }[];
  return {
    ...(isApplicationStatus(status) && { status, statusSince: at }),
    comments: [
      ...comments,
      ...added.map(({ message }) => ({ _id: randomUUID(), message, authorId: actor.id ?? null, postedDate: at })),
    ],
  };
}

const site = siteOf(config, config.port);
const own = { ...services, site };
const app = createApp({
  ...own,
  contextOf: createContextOf({ ...own, hashKey: hashKeyOf(composition.derive), countCall: () => null }),
  routes: routesOf(services).map((usual) => (usual.endpoint === change.endpoint ? change : usual)),
  reads: NO_READ_BUDGET,
  recordAnswer: recordAnswers(services.securityLog, {
    ownersOf: async () => ({ owned: [], unowned: [] }),
    onProblem: () => {},
  }),
  shares: config.hasRateLimits ? createFairShares() : NO_FAIR_SHARES,
  web: [],
  outbox: null,
  isDevelopment: false,
});
createServer(app).listen(config.port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
