import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../api/contract/endpoints.ts';
import { CALLS, type CallName, pathWith } from './calls.ts';

test('every call of the pages is the one that its contract publishes', () => {
  for (const [name, [method, path]] of Object.entries(CALLS)) {
    const endpoint = ENDPOINTS[name as CallName];
    expect([endpoint.method, endpoint.path]).toEqual([method, path]);
  }
});

test('an id in a path stays one segment', () => {
  expect(pathWith('/api/batches/{id}', { id: '../users?x' })).toBe('/api/batches/..%2Fusers%3Fx');
});
