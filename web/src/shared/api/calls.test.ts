import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { bindCalls, type Caller, keyOf, pathWith, queryOf } from './calls.ts';

test('an id in a path stays one segment', () => {
  expect(pathWith('/api/batches/{id}', { id: '../users?x' })).toBe('/api/batches/..%2Fusers%3Fx');
});

test('a key follows from path, parameters and query', () => {
  expect(keyOf('/api/batches')).toEqual(['batches']);
  expect(keyOf('/api/applications', { query: { filter: 'mine' } })).toEqual(['applications', { filter: 'mine' }]);
  expect(keyOf('/api/applications/{id}/messages', { params: { id: 'a1' } })).toEqual([
    'applications',
    'a1',
    'messages',
  ]);
});

test('invalidating a document or its list invalidates everything cached about it', async () => {
  const client = new QueryClient();
  const { queryKey } = queryOf('/api/batches/{id}', { params: { id: 'b1' } });
  const stale = () => client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData<unknown>(queryKey, { _id: 'b1' });
  await client.invalidateQueries({ queryKey: keyOf('/api/batches/{id}', { params: { id: 'b2' } }) });
  expect(stale()).toBe(false);
  await client.invalidateQueries({ queryKey: keyOf('/api/batches') });
  expect(stale()).toBe(true);
});

test('the queries of a client that has a caller of its own make no call over HTTP', async () => {
  const client = new QueryClient();
  bindCalls(client, (async (...asked: unknown[]) => asked) as unknown as Caller);
  const [name, input] = (await client.query(queryOf('/api/batches/{id}', { params: { id: 'b1' } }))) as unknown as [
    string,
    object,
  ];
  expect(name).toBe('GET /api/batches/{id}');
  expect(input).toMatchObject({ params: { id: 'b1' } });
});
