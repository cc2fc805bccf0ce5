import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CALENDLY_TOKEN,
  type CalendlyServer,
  startCalendlyServer,
  zoomAt,
} from '../../test/support/calendly-server.ts';
import { createHttpClient } from '../outgoing/http-client.ts';
import { type Calendly, createCalendly } from './calendly.ts';
import { scheduledEventIdOf } from './event-uri.ts';

let server: CalendlyServer;
let calendly: Calendly;
beforeAll(async () => {
  server = await startCalendlyServer();
  const http = createHttpClient({ isAllowed: () => true, bodyLimit: 65_536, timeoutMs: 300 });
  calendly = createCalendly({ apiUrl: `${server.url}/`, http, now: Date.now });
});
beforeEach(() => server.behave('well'));
afterAll(() => server.close());

const event = (id: string) => calendly.scheduledEvent(CALENDLY_TOKEN, id);

describe('an event that was scheduled', () => {
  test('is found with its time in UTC and its link', async () => {
    server.schedule('ZOOM', zoomAt('2026-04-02T09:00:00.123456+08:00', 'https://zoom.example/j/1'));
    expect(await event('ZOOM')).toEqual({
      kind: 'found',
      value: { startsAt: '2026-04-02T01:00:00.123Z', joinUrl: 'https://zoom.example/j/1', isPending: false },
    });
  });

  test('has an end if Calendly names a moment after the start', async () => {
    const start = '2026-04-02T09:00:00+08:00';
    server.schedule('ENDS', zoomAt(start, 'https://zoom.example/j/1', '2026-04-02T01:45:00.000000Z'));
    expect(await event('ENDS')).toMatchObject({ value: { endsAt: '2026-04-02T01:45:00.000Z' } });
    for (const end of [start, '2026-04-02T00:59:59Z', '9999-12-31T23:59:59-23:59', 'soon', null, 7]) {
      server.schedule('ENDS', { ...zoomAt(start, 'https://zoom.example/j/1'), end_time: end });
      const answer = await event('ENDS');
      expect([end, answer.kind === 'found' && 'endsAt' in answer.value]).toEqual([end, false]);
    }
  });

  test.each([
    ['without a location', null, false],
    ['at a place', { type: 'physical', location: 'Room 12' }, false],
    ['whose conference is being set up', { type: 'zoom', status: 'processing', join_url: null }, true],
    ['whose conference could not be set up', { type: 'zoom', status: 'failed' }, false],
    ['whose link is none of the web', { type: 'custom', status: 'pushed', join_url: 'javascript:alert(1)' }, false],
    ['whose link looks like another host', { type: 'custom', join_url: 'https://zoom.us@evil.example/j' }, false],
  ])('%s has a time and no link', async (_, location, isPending) => {
    server.schedule('OTHER', { ...zoomAt('2026-04-02T01:00:00Z', ''), location });
    expect(await event('OTHER')).toEqual({
      kind: 'found',
      value: { startsAt: '2026-04-02T01:00:00.000Z', joinUrl: null, isPending },
    });
  });

  test.each([
    ['https://zo\u043em.example/j', 'https://xn--zom-ted.example/j'],
    ['https://zoom.example/\u202egpj.exe', 'https://zoom.example/%E2%80%AEgpj.exe'],
    [`https://zoom.example/${'\u202e'.repeat(400)}`, null],
  ])('has the link %j as browsers send it', async (joinUrl, shown) => {
    server.schedule('LOOKS', zoomAt('2026-04-02T01:00:00Z', joinUrl));
    expect(await event('LOOKS')).toMatchObject({ kind: 'found', value: { joinUrl: shown } });
  });

  test.each(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59'])('at %s has no time', async (startTime) => {
    server.schedule('FAR', zoomAt(startTime, 'https://zoom.example/j/1'));
    expect(await event('FAR')).toMatchObject({ kind: 'unavailable', reason: 'unexpected-answer' });
  });

  test('that is canceled or unknown is refused', async () => {
    server.schedule('GONE', { ...zoomAt('2026-04-02T01:00:00Z', ''), status: 'canceled' });
    expect(await event('GONE')).toEqual({ kind: 'refused', reason: 'canceled' });
    expect(await event('NOBODY')).toEqual({ kind: 'refused', reason: 'not-found' });
  });
});

describe('a token', () => {
  test('that is accepted tells its owner', async () => {
    expect(await calendly.owner(CALENDLY_TOKEN)).toEqual({ kind: 'found', value: { name: 'Grace Hopper' } });
  });

  test('names its owner in one line without invisible characters', async () => {
    server.behave({ status: 200, body: { resource: { name: ' \u202eliw\u0000\ud800\nAda\u2029 ' } } });
    expect(await calendly.owner(CALENDLY_TOKEN)).toEqual({ kind: 'found', value: { name: 'liw \ufffd Ada' } });
  });

  test('that is refused, or malformed, is refused', async () => {
    for (const token of ['another', 'two\r\nX-Lines: 1', 'ünicode']) {
      expect(await calendly.owner(token)).toEqual({ kind: 'refused', reason: 'unauthorized' });
    }
    expect(server.asked.at(-1)?.token).toBe('another');
  });
});

test.each([
  [{ status: 429, headers: { 'Retry-After': '30' } }, 'HTTP 429', 30_000],
  [{ status: 500 }, 'HTTP 500', 0],
  [{ status: 503, headers: { 'Retry-After': '2' } }, 'HTTP 503', 2000],
  [{ status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'HTTP 302', 0],
  [{ status: 200 }, 'unexpected-answer', 0],
  ['silent', 'timeout', 0],
] as const)('when it is %o, it is asked again later', async (mood, reason, afterMs) => {
  server.behave(mood);
  expect(await event('ZOOM')).toEqual({ kind: 'unavailable', reason, afterMs });
});

test('an unavailable server is tried again later', async () => {
  const gone = await startCalendlyServer();
  await gone.close();
  const nobody = createCalendly({
    apiUrl: gone.url,
    http: createHttpClient({ isAllowed: () => true, bodyLimit: 65_536 }),
    now: Date.now,
  });
  expect(await nobody.owner(CALENDLY_TOKEN)).toEqual({ kind: 'unavailable', reason: 'refused', afterMs: 0 });
});

describe('the address of an event', () => {
  const apiUrl = 'http://127.0.0.1:8080';

  test.each(['https://api.calendly.com', apiUrl])(
    'is recognized by its prefix, %s, and only its id is used',
    (base) => {
      expect(scheduledEventIdOf(`${base}/scheduled_events/GBGBDCAADAEDCRZ2`, apiUrl)).toEqual({
        ok: true,
        value: 'GBGBDCAADAEDCRZ2',
      });
    },
  );

  test.each([
    ...['', 'GBGBDC', 'https://api.calendly.com/scheduled_events/', 'https://api.calendly.com/users/me'],
    ...['https://api.calendly.com.evil.example/scheduled_events/A', 'http://api.calendly.com/scheduled_events/A'],
    ...['https://evil.example/scheduled_events/A', 'https://api.calendly.com@evil.example/scheduled_events/A'],
    ...['https://api.calendly.com/scheduled_events/../users/me', 'https://api.calendly.com/scheduled_events/A?b=c'],
    ...['https://api.calendly.com/scheduled_events/A/invitees', 'http://127.0.0.1:80800/scheduled_events/A'],
  ])('is not %s', (eventUri) => {
    expect(scheduledEventIdOf(eventUri, apiUrl)).toMatchObject({
      rejection: { code: 'refused', errors: [{ field: 'eventUri' }] },
    });
  });
});
