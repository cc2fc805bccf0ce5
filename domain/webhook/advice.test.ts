import { expect, test } from 'vitest';
import { adviceOf } from './advice.ts';

test.each([
  [
    { failure: 'tls-expired', status: null, expiredAt: '2026-05-03T12:00:00.000Z' },
    'The certificate of the target expired on 3 May 2026. Renew it.',
  ],
  [
    { failure: 'dns', status: null },
    'The host of the target URL was not found. Check its spelling and its DNS records.',
  ],
  [
    { failure: 'status', status: 401, skewMs: -420_000 },
    'The target answered with status 401. It did not accept the signature or other credentials. Its clock differs from ours by 7 minutes, so it may reject the events as too old.',
  ],
  [
    { failure: 'status', status: 502 },
    'The target answered with status 502. The error is on its side. See its log for the reason.',
  ],
  [{ failure: 'status', status: 418 }, 'The target answered with status 418. Its answer may say why.'],
] as const)('%o', (attempt, advice) => {
  expect(adviceOf(attempt)).toBe(advice);
});
