import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runIntake, startServerProcess } from '../support/running-server.ts';

/**
 * How long a server needs after kill -9 on a long log: it repeats nothing that the read models hold already. The bar is 3 s.
 * `npm run test:crash:start -- --applications 8000`
 */
const { values } = parseArgs({ options: { applications: { type: 'string', default: '8000' } } });
const BAR_MS = 3000;
const KILLS = 5;

const dataDirectory = await mkdtemp(join(tmpdir(), 'intake-start-'));
try {
  await runIntake(dataDirectory, 'demo', '--applications', values.applications);
  let slowest = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServerProcess(dataDirectory);
    slowest = Math.max(slowest, server.readyAfterMs);
    console.log(`ready after ${Math.round(server.readyAfterMs)} ms`);
    await server.kill();
  }
  console.log(await runIntake(dataDirectory, 'verify'));
  console.log(`slowest of ${KILLS} starts: ${Math.round(slowest)} ms (bar ${BAR_MS} ms)`);
  process.exitCode = slowest <= BAR_MS ? 0 : 1;
} finally {
  await rm(dataDirectory, { recursive: true, force: true });
}
