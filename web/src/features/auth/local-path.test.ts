import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test('leads back to the page that asked', () => {
  expect(localPath('/application/1?step=2')).toBe('/application/1?step=2');
});

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'enroll',
])('never leaves this address: %s', (next) => {
  expect(localPath(next)).toBe('/');
});
