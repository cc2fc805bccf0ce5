import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { adaptersUnderTest, openTestStores, type TestStores } from '../support/adapters.ts';
import { type RunningServer, runIntakeIn, startPortal } from '../support/running-server.ts';
import { describeInBrowser, launchBrowser, signIn, type Visitor, visit } from './browser.ts';
import { DEMO_FOR_THE_RUN } from './demo-for-the-run.ts';

export interface Portal {
  readonly url: string;
  /** Its data directory. */
  readonly directory: string;
  /** Somebody at a screen of their own. */
  visit(options?: Parameters<typeof visit>[2]): Promise<Visitor>;
  /** The same, logged in, before the first page. */
  visitAs(email: string, password: string, options?: Parameters<typeof visit>[2]): Promise<Visitor>;
}

/** On test servers three hundred applicants take minutes, so there the operator makes a smaller school. */
async function startSchool(directory: string, environment: NodeJS.ProcessEnv): Promise<RunningServer> {
  if (adaptersUnderTest() === 'embedded') {
    const demo = process.env[DEMO_FOR_THE_RUN];
    if (demo === undefined) throw new Error(`${DEMO_FOR_THE_RUN} is not set`);
    await cp(demo, directory, { recursive: true });
    return startPortal(directory, environment);
  }
  const server = await startPortal(directory, { ...environment, DEMO: '0' });
  await runIntakeIn({ ...environment, PORT: new URL(server.url).port }, 'demo', '--applications', '40');
  return server;
}

/** Tests in a browser of a portal of their own, with the demo school. */
export const describePortal = (name: string, suite: (portal: Portal) => void): void =>
  describePortalWith({}, name, suite);

/** The same, with more in the portal's environment than its stores. */
export function describePortalWith(
  environment: NodeJS.ProcessEnv,
  name: string,
  suite: (portal: Portal) => void,
): void {
  describeInBrowser(name, () => {
    let directory: string;
    let stores: TestStores | undefined;
    let server: RunningServer | undefined;
    let browser: Browser | undefined;

    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'intake-browser-'));
      stores = await openTestStores(directory);
      const given = { ...stores.environment, ...environment };
      [server, browser] = await Promise.all([startSchool(directory, given), launchBrowser()]);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      await stores?.close();
      await rm(directory, { recursive: true, force: true });
    });

    const started = () => {
      if (!server || !browser) throw new Error('The portal has not been started yet');
      return { server, browser };
    };
    const portal: Portal = {
      get url() {
        return started().server.url;
      },
      get directory() {
        return directory;
      },
      visit: (options) => visit(started().browser, started().server.url, options),
      async visitAs(email, password, options) {
        const visitor = await portal.visit(options);
        await signIn(visitor, started().server.url, email, password);
        return visitor;
      },
    };
    suite(portal);
  });
}
