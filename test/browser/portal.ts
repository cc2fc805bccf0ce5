import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { adaptersUnderTest, openTestStores } from '../support/adapters.ts';
import { runIntakeIn, startPortal } from '../support/running-server.ts';
import { startTestServer } from '../support/server.ts';
import { closeVisitors, describeInBrowser, openBrowser, signIn, type Visitor, visit } from './browser.ts';
import { DEMO_FOR_THE_RUN } from './demo-for-the-run.ts';

export interface Portal {
  readonly url: string;
  readonly directory: string;
  visit(options?: Parameters<typeof visit>[2]): Promise<Visitor>;
  visitAs(email: string, password: string, options?: Parameters<typeof visit>[2]): Promise<Visitor>;
}

interface School {
  readonly url: string;
  readonly directory: string;
  close(): Promise<void>;
}

async function startSchool(environment: Record<string, string>): Promise<School> {
  if (adaptersUnderTest() === 'servers') return startSchoolOnServers(environment);
  const copyOf = process.env[DEMO_FOR_THE_RUN];
  if (copyOf === undefined) throw new Error(`${DEMO_FOR_THE_RUN} is not set`);
  const { url, dataDir: directory, close } = await startTestServer({ copyOf, environment });
  return { url, directory, close };
}

/** A smaller school: three hundred applicants would take minutes on servers. */
async function startSchoolOnServers(environment: Record<string, string>): Promise<School> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-browser-'));
  const stores = await openTestStores(directory);
  const given = { ...stores.environment, ...environment };
  const server = await startPortal(directory, { ...given, DEMO: '0' });
  await runIntakeIn({ ...given, PORT: new URL(server.url).port }, 'demo', '--applications', '12');
  return {
    url: server.url,
    directory,
    async close() {
      await server.stop();
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const describePortal = (name: string, suite: (portal: Portal) => void): void =>
  describePortalWith({}, name, suite);

export function describePortalWith(
  environment: Record<string, string>,
  name: string,
  suite: (portal: Portal) => void,
): void {
  describeInBrowser(name, () => {
    let school: School | undefined;
    let browser: Browser | undefined;

    beforeAll(async () => {
      [school, browser] = await Promise.all([startSchool(environment), openBrowser()]);
    });
    afterAll(async () => {
      await closeVisitors(browser);
      await school?.close();
    });

    const started = () => {
      if (!school || !browser) throw new Error('The portal has not been started yet');
      return { school, browser };
    };
    const portal: Portal = {
      get url() {
        return started().school.url;
      },
      get directory() {
        return started().school.directory;
      },
      visit: (options) => visit(started().browser, started().school.url, options),
      async visitAs(email, password, options) {
        const visitor = await portal.visit(options);
        await signIn(visitor, started().school.url, email, password);
        return visitor;
      },
    };
    suite(portal);
  });
}
