import { setTimeout as pause } from 'node:timers/promises';
import type { DynamicDefinition } from '../api/dynamic/definition.ts';
import { createSchool, freshEmail } from '../test/support/school.ts';
import { startTestServer } from '../test/support/server.ts';
import { percentile } from './http-commands.ts';
import type { Row } from './row.ts';

const ROUNDS = 8;
/** Rounds end after a fixed time, because a slow machine would need minutes. */
const SLICE_MS = 4000;
const THINKING_MS = 10;
const MS_PER_EVENT = 10;
const BAR = 1.2;
const MODULE = new URL('../test/support/dynamic-folds.ts', import.meta.url).href;

/** Command latency with and without a dynamic projection of 10 ms per event, by turns. */
export async function benchDynamic(): Promise<Row[]> {
  const server = await startTestServer({ adapters: 'embedded', environment: { RATE_LIMITS: 'off' } });
  try {
    const { wanted } = server.running.composition;
    const { organizationId, batches } = await createSchool(server, 'bench-school');
    const client = server.client({ organizationId });
    const apply = async (): Promise<number> => {
      const email = freshEmail();
      const begun = performance.now();
      const body = { batchId: batches.Open, email, firstName: 'Ada', lastName: 'Lovelace' };
      const { status } = await client.call('submitApplication', { body });
      if (status !== 200) throw new Error(`The server answered an application with ${status}`);
      return performance.now() - begun;
    };
    const slice = async (): Promise<number[]> => {
      const times: number[] = [];
      for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
        times.push(await apply());
        await pause(THINKING_MS);
      }
      return times;
    };
    const define = (version: number): DynamicDefinition => ({
      name: 'slow',
      version,
      module: MODULE,
      data: { does: 'burn', ms: MS_PER_EVENT },
      indexes: [],
      organization: null,
      until: null,
    });
    const alone: number[] = [];
    const beside: number[] = [];
    await slice();
    for (let round = 1; round <= ROUNDS; round += 1) {
      wanted.set('bench', []);
      await pause(1000);
      alone.push(...(await slice()));
      // A new version folds the whole log again.
      wanted.set('bench', [define(round)]);
      await pause(1000);
      beside.push(...(await slice()));
    }
    const row = (share: number, name: string): Row => ({
      name: `commands beside a projection with ${MS_PER_EVENT} ms per event, ${name}`,
      figure: percentile(beside, share),
      unit: 'ms',
      ratio: percentile(beside, share) / percentile(alone, share),
      isLessBetter: true,
      ...(share === 99 && { bar: BAR }),
    });
    return [row(50, 'median'), row(99, 'p99')];
  } finally {
    await server.close();
  }
}
