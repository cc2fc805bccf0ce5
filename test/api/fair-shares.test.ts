import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { Client } from '../support/client.ts';
import { createSchool } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** In the 12 seconds for which a request may wait, even a slow machine serves fewer than half of them. */
const LARGE_REQUESTS = 40;

let server: TestServer;
let noisy: Client;
let quiet: Client;
let noisyProcess: string;
let quietBatch: string;
beforeAll(async () => {
  server = await startTestServer();
  const [noisySchool, quietSchool] = [await createSchool(server, 'noisy'), await createSchool(server, 'quiet')];
  [noisy, quiet] = [noisySchool.staff.Owner, quietSchool.staff.Owner];
  [noisyProcess, quietBatch] = [noisySchool.processId, quietSchool.batches.Open];
});
afterAll(() => server.close());

/** As large as a process can be, and different each time. */
const largeProcess = (n: number): string =>
  JSON.stringify({
    label: `Large ${n}`,
    applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
    applicationDetailsSteps: Array.from({ length: LIMITS.steps }, (_, step) => ({
      _id: `s${step}`,
      title: `Step ${n}`,
      configuration: {
        fields: Array.from({ length: 60 }, (_, field) => ({ name: `f${step}_${field}`, label: 'Label' })),
      },
    })),
  });

test('an analyst who tries 200 questions in a row gets the preview of each', async () => {
  const body = { events: ['ApplicationSubmitted'], where: [], groupBy: [], measure: { kind: 'count' } as const };
  const answers = new Set<number>();
  for (let n = 0; n < 200; n += 1) answers.add((await quiet.call('previewReport', { body })).status);
  expect([...answers]).toEqual([200]);
});

test('a school that sends many large requests at once waits, while another school is answered', async () => {
  let answeredNoise = 0;
  const noise = Array.from({ length: LARGE_REQUESTS }, async (_, n) => {
    const params = { id: noisyProcess };
    const answer = await noisy
      .call('changeProcess', { params, body: { json: largeProcess(n) } })
      .catch(() => undefined);
    if (answer?.status === 200) answeredNoise += 1;
  });
  for (let n = 0; n < 15; n += 1) {
    const { status } = await quiet.call('changeBatch', { params: { id: quietBatch }, body: { name: `June ${n}` } });
    expect(status).toBe(200);
  }
  expect(answeredNoise).toBeLessThan(LARGE_REQUESTS / 2);
  await server.close();
  await Promise.all(noise);
});
