import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { eventStoreSource } from './test/support/eventstore-server.ts';
import { FileOrder } from './test/support/file-order.ts';
import { mongoSource, NO_SERVER } from './test/support/mongodb.ts';

/** Servers, operator's commands and threads that tests start by the hundred share what one of them has compiled. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const UNITS = '{domain,commands,projections,timing,api,scripts,web/src}/**/*.test.{ts,tsx}';
/** About the files of embedded stores, or about stores that they choose themselves. */
const EMBEDDED_ONLY = [
  'analysts',
  'backup',
  'bad-starts',
  'cli',
  'damaged-log',
  'forgotten',
  'full-disk',
  'email-faults',
  'moving',
  'one-school-moves',
  'operator-guide',
  'restore-drill',
  'storage-lost',
].map((name) => `test/api/${name}.test.ts`);
/** What is decided before a store is asked. */
const STORELESS = ['policy', 'refusals', 'router-walk'].map((name) => `test/api/${name}.test.ts`);
/** About emails in files and the words of a document, or counted in the vault, whose contract holds on both kinds. */
const SAME_ON_ALL = [
  'alarms',
  'dev-outbox',
  'fair-shares',
  'largest-bodies',
  'limits',
  'operations-document',
  'overload',
  'submission-limits',
].map((name) => `test/api/${name}.test.ts`);
/** What the kind of store could change. `npm test -- --servers` runs all that can run on servers there. */
const WHERE_STORES_MATTER = [
  'bulk',
  'dynamic-projections',
  'erased-past',
  'events',
  'file-references',
  'files',
  'hostile-documents',
  'idempotency',
  'live',
  'lost-parts',
  'metrics',
  'past-saved-reports',
  'path',
  'privacy',
  'read-again',
  'replay',
  'scheduled-backups',
  'security-log',
  'vault-sweeps',
  'webhook-deliveries',
  'writers',
].map((name) => `test/api/${name}.test.ts`);
const IS_ALL_ON_SERVERS = process.env.ALL_ON_SERVERS === '1';
/** About processes that share their stores, servers that go away, and what moves into servers. */
const SERVERS_ONLY = ['dynamic-processes', 'moving-to-servers', 'processes', 'servers-away'].map(
  (name) => `test/api/${name}.test.ts`,
);
/** Named in each project, because a project inherits nothing from the root. */
const FREEZE = ['test/support/freeze-documents.ts', 'test/support/same-examples.ts'];
/** Each file creates what it needs, so files can share a worker and its loaded modules. */
const TOGETHER = { isolate: false };

/** How long a test waits for a condition on a busy machine. */
const POLL = { poll: { timeout: 20_000 } };
const api = {
  name: 'api',
  include: ['test/{api,conformance}/**/*.test.ts', 'test/*.test.ts'],
  exclude: SERVERS_ONLY,
  setupFiles: FREEZE,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: POLL,
  ...TOGETHER,
};
const browser = {
  name: 'browser',
  include: ['test/browser/**/*.test.ts'],
  globalSetup: ['test/browser/build-web.ts'],
  testTimeout: 240_000,
  hookTimeout: 180_000,
  expect: POLL,
  ...TOGETHER,
};

/** These tests start several processes each, and meet their time limits only on idle cores. */
const LAST = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/** The same tests once more, on EventStoreDB and MongoDB. */
const ON_SERVERS = { env: { ADAPTERS: 'servers' }, globalSetup: ['test/support/mongodb-for-the-run.ts'] };
const mongodb = mongoSource();
const onServers: TestProjectInlineConfiguration[] = mongodb
  ? [
      {
        test: {
          ...api,
          ...ON_SERVERS,
          name: 'api-servers',
          include: IS_ALL_ON_SERVERS ? ['test/{api,conformance}/**/*.test.ts'] : WHERE_STORES_MATTER,
          exclude: [...EMBEDDED_ONLY, ...STORELESS, ...SAME_ON_ALL, ...SERVERS_ONLY],
        },
      },
      {
        test: {
          ...api,
          ...ON_SERVERS,
          name: 'processes',
          include: SERVERS_ONLY,
          exclude: [],
          ...LAST,
        },
      },
      {
        test: {
          ...browser,
          ...ON_SERVERS,
          name: 'browser-servers',
          // From the application form to the work of the staff on it.
          include: ['test/browser/first-path.test.ts'],
          globalSetup: [...browser.globalSetup, ...ON_SERVERS.globalSetup],
        },
      },
    ]
  : [];
/** Each portal under test needs an empty log, so it gets its own double instead of a shared server. */
const servers = [
  `Contracts of EventStoreDB: on ${eventStoreSource().name}; of MongoDB: ${mongodb ? `on ${mongodb.name}` : 'skipped'}`,
  mongodb
    ? `${IS_ALL_ON_SERVERS ? 'The API' : 'What stores can change of the API'} and the browser's path on servers: on a double of EventStoreDB each, and ${mongodb.name}`
    : `skipped: the API and the browser's path on EventStoreDB and MongoDB: ${NO_SERVER}`,
  'All of the API on servers, too: npm test -- --servers',
].join('\n');

/** Seven kinds of test, each runnable alone: `npx vitest run --project api`. */
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the two cores of a small machine: tests often wait for browsers and servers, and more workers at once
    // exceed the time limits.
    maxWorkers: 3,
    sequence: { sequencer: FileOrder },
    reporters: ['default', ['./scripts/tally-reporter.ts', { servers }]],
    projects: [
      { test: { name: 'unit', include: [UNITS], setupFiles: FREEZE, testTimeout: 60_000, expect: POLL, ...TOGETHER } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // Only MongoDB can be shared; a machine without it runs this contract on SQLite.
          exclude: mongodb ? ['test/contract/shared-read-models.sqlite.test.ts'] : [],
          setupFiles: FREEZE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: POLL,
        },
      },
      { test: api },
      { test: { ...browser, globalSetup: [...browser.globalSetup, 'test/browser/demo-for-the-run.ts'] } },
      ...onServers,
    ],
  },
});
