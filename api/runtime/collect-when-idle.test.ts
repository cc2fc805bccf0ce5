import { expect, test } from 'vitest';
import { collectWhenIdle } from './collect-when-idle.ts';
import { createRequestsUnderWay } from './requests-under-way.ts';

test('collects once, after a time without a request', async () => {
  const requests = createRequestsUnderWay();
  const collected: string[] = [];
  const collecting = collectWhenIdle(requests, { idleMs: 50, collect: ({ type }) => collected.push(type) });
  const asking = setInterval(() => {
    requests.begun();
    requests.ended();
  }, 5);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(collected).toEqual([]);
  clearInterval(asking);
  await collecting;
  expect(collected).toEqual(['minor', 'minor', 'major']);
});
