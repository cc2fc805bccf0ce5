import { expect, test } from 'vitest';
import { createRequestsUnderWay, standingAside } from './requests-under-way.ts';

test('who works in the background goes on as soon as the last request is answered, with small steps for a while', async () => {
  const requests = createRequestsUnderWay();
  const standAside = standingAside(requests.counts);
  expect(await standAside()).toBe(false);
  requests.begun();
  requests.begun();
  let hasGoneOn = false;
  const waited = standAside().then((isBusy) => {
    hasGoneOn = true;
    return isBusy;
  });
  requests.ended();
  await Promise.resolve();
  expect(hasGoneOn).toBe(false);
  requests.ended();
  expect(await waited).toBe(true);
  expect(await standAside()).toBe(true);
});

test('beside a server that is never idle the work goes on all the same', async () => {
  const requests = createRequestsUnderWay();
  requests.begun();
  expect(await standingAside(requests.counts)()).toBe(true);
});
