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

test('the newest written positions are sent for a minute each', () => {
  expect(lastPosition(0)).toBeNull();
  notePosition('0xa', 0);
  notePosition('0xb', 1000);
  notePosition('0xa', 2000);
  notePosition(null, 2000);
  expect(lastPosition(2000)).toBe('0xb, 0xa');
  expect(lastPosition(60_999)).toBe('0xb, 0xa');
  expect(lastPosition(61_000)).toBe('0xa');
  expect(lastPosition(62_000)).toBeNull();
  for (const position of ['0x1', '0x2', '0x3', '0x4', '0x5']) notePosition(position, 62_000);
  expect(lastPosition(62_000)).toBe('0x2, 0x3, 0x4, 0x5');
});

test('reads after a write carry its position', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['x-min-position'] ?? null);
    return new Response('{}', { headers: { 'X-Position': '0x41' } });
  });
  await request('PUT', '/api/applications/one', { body: {} });
  await request('GET', '/api/applications/one');
  expect(sent).toEqual([null, '0x41']);
});
