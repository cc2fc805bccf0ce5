import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test('returns to the page that asked for the log-in', () => {
  expect(localPath('/application/1?step=2')).toBe('/application/1?step=2');
});

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\t/',
  '/..//evil.example',
  '/.//x',
  '/a/..//x',
  '/%2e%2e//x',
  '/%2E%2e/%2e//x',
  '/..\\\\evil',
  '/.\\/evil',
  'javascript:alert(1)',
  'enroll',
])('never leaves this address: %s', (next) => {
  expect(localPath(next)).toBe('/');
});

test.each([
  ['/..\\evil', '/evil'],
  ['/../enroll', '/enroll'],
  ['/enroll?to=//evil.example#//evil.example', '/enroll?to=//evil.example#//evil.example'],
])('a path of this host stays: %s', (next, path) => {
  expect(localPath(next)).toBe(path);
});

test.each(['/login', '/signup?next=/login', '/x/../Login/'])('does not return to a sign-in page: %s', (next) => {
  expect(localPath(next)).toBe('/');
});
