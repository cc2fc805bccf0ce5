import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

test.each([
  [true, "worker-src 'self' blob:"],
  [false, undefined],
])('workers of the dev server’s own page in development (%s): %s', (isDevelopment, expected) => {
  const directives = contentSecurityPolicy({ isDevelopment }).split(';');
  expect(directives.find((directive) => directive.startsWith('worker-src'))).toBe(expected);
});
