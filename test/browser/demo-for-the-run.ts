import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '../support/running-server.ts';

/** Where the demo school's files lie. */
export const DEMO_FOR_THE_RUN = 'INTAKE_TEST_DEMO_DIRECTORY';

/** Of a machine that does much else at the same time. */
const LIMIT_MS = 300_000;

/** The demo school, made once as `npm start` makes it on an empty directory: each portal under test takes a copy. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-demo-'));
  const portal = await startPortal(directory, {}, LIMIT_MS);
  await portal.stop();
  process.env[DEMO_FOR_THE_RUN] = directory;
  return async () => {
    delete process.env[DEMO_FOR_THE_RUN];
    await rm(directory, { recursive: true, force: true });
  };
}
