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

test('beside a server that is never idle the work goes on all the same', async () => {
  const requests = createRequestsUnderWay();
  requests.begun();
  expect(await createYield(requests.counts)()).toBe(true);
});
