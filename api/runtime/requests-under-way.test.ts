import { expect, test } from 'vitest';
import { createRequestsUnderWay, createYield } from './requests-under-way.ts';

test('who works in the background goes on as soon as the last request is answered, with small steps for a while', async () => {
  const requests = createRequestsUnderWay();
  const yieldToRequests = createYield(requests.counts);
  expect(await yieldToRequests()).toBe(false);
  requests.begun();
  requests.begun();
  let hasGoneOn = false;
  const waited = yieldToRequests().then((isBusy) => {
    hasGoneOn = true;
    return isBusy;
  });
  requests.ended();
  await Promise.resolve();
  expect(hasGoneOn).toBe(false);
  requests.ended();
  expect(await waited).toBe(true);
  expect(await yieldToRequests()).toBe(true);
});

test('long work of a request waits for the other requests, and never for its own', async () => {
  const requests = createRequestsUnderWay();
  requests.begun();
  const yieldToOthers = createYield(requests.counts, { own: 1, longestMs: 60_000 });
  await yieldToOthers();
  requests.begun();
  requests.begun();
  let hasGoneOn = false;
  const waited = yieldToOthers().then(() => {
    hasGoneOn = true;
  });
  requests.ended();
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasGoneOn).toBe(false);
  requests.ended();
  await waited;
});

test('beside a server that is never idle the work goes on all the same', async () => {
  const requests = createRequestsUnderWay();
  requests.begun();
  expect(await createYield(requests.counts)()).toBe(true);
});
