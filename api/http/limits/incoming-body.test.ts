import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IncomingBody } from './incoming-body.ts';
import { createLimits } from './limits.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
// Other files run in the same worker.
afterAll(() => void vi.useRealTimers());

/** Sends so many bytes in pieces, one each `everyMs`, and answers how reading them ended and when. */
async function sent({ bytes, pieces, everyMs }: { bytes: number; pieces: number; everyMs: number }) {
  const request = Object.assign(new PassThrough(), { headers: {} });
  const response = new EventEmitter();
  const body = new IncomingBody({
    request: request as unknown as Request,
    response: response as unknown as Response,
    address: '192.0.2.1',
    limits: createLimits(),
  });
  const began = performance.now();
  let ended: { ending: string; seconds: number } | undefined;
  const reading = body
    .read((chunk) => body.keep(chunk))
    .then((ending) => {
      ended = { ending, seconds: (performance.now() - began) / 1000 };
    });
  for (let piece = 0; piece < pieces && !ended; piece += 1) {
    await vi.advanceTimersByTimeAsync(everyMs);
    request.write(Buffer.alloc(bytes / pieces));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (pieces > 0 && !ended) request.end();
  await vi.advanceTimersByTimeAsync(20_000);
  await reading;
  return ended;
}
const MB = 1_048_576;

test('2 MB over a phone at 1.6 Mbit/s arrive, and so they do at a tenth of that', async () => {
  expect(await sent({ bytes: 2 * MB, pieces: 100, everyMs: 105 })).toMatchObject({ ending: 'whole' });
  expect(await sent({ bytes: 2 * MB, pieces: 100, everyMs: 1050 })).toMatchObject({ ending: 'whole' });
});

test('a body of which nothing comes is ended after 15 s', async () => {
  expect(await sent({ bytes: 0, pieces: 0, everyMs: 0 })).toEqual({ ending: 'slow', seconds: 15 });
});

test('a body that comes byte by byte has no more time', async () => {
  const ended = await sent({ bytes: 1000, pieces: 1000, everyMs: 200 });
  expect(ended?.ending).toBe('slow');
  expect(ended?.seconds).toBeLessThan(15.5);
});

test('a body in pieces of one byte is ended, and one in small packets is not', async () => {
  expect(await sent({ bytes: 5000, pieces: 5000, everyMs: 1 })).toMatchObject({ ending: 'scattered' });
  expect(await sent({ bytes: 5000 * 500, pieces: 5000, everyMs: 1 })).toMatchObject({ ending: 'whole' });
});
