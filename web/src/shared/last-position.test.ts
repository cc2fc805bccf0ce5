import { beforeEach, expect, test, vi } from 'vitest';
import { request } from './api-client.ts';
import { lastPosition, notePosition } from './last-position.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test('the furthest position that was written counts, for a minute', () => {
  expect(lastPosition(0)).toBeNull();
  notePosition('9', 0);
  notePosition('10', 1000);
  notePosition('7', 2000);
  notePosition(null, 2000);
  expect(lastPosition(2000)).toBe('10');
  expect(lastPosition(60_999)).toBe('10');
  expect(lastPosition(61_000)).toBeNull();
  notePosition('3', 61_000);
  expect(lastPosition(61_000)).toBe('3');
});

test('whoever has written asks not to be answered from before it', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['x-min-position'] ?? null);
    return new Response('{}', { headers: { 'X-Position': '41' } });
  });
  await request('PUT', '/api/applications/one', { body: {} });
  await request('GET', '/api/applications/one');
  expect(sent).toEqual([null, '41']);
});
