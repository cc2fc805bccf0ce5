import { expect, test } from 'vitest';
import { bookedIn, calendarAddress } from './calendly.ts';

const frame = {} as Window;
const uri = 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2';
const invitee = `${uri}/invitees/AAAA`;
const data = { event: 'calendly.event_scheduled', payload: { event: { uri }, invitee: { uri: invitee } } };
const origin = 'https://calendly.com';

test('reads the event and the invitee of a booking', () => {
  expect(bookedIn({ origin, source: frame, data }, frame)).toEqual({ eventUri: uri, intiteeUri: invitee });
});

test.each([
  ['another site', { origin: 'https://evil.example', source: frame, data }],
  ['a site that only ends so', { origin: 'https://evilcalendly.com', source: frame, data }],
  ['no encryption', { origin: 'http://calendly.com', source: frame, data }],
  ['another window of the same site', { origin, source: {} as Window, data }],
  ['another event', { origin, source: frame, data: { event: 'calendly.date_and_time_selected' } }],
  ['an event without an address', { origin, source: frame, data: { ...data, payload: { event: { uri: 7 } } } }],
  ['nothing', { origin, source: frame, data: null }],
])('a message with or from %s books nothing', (_what, message) => {
  expect(bookedIn(message, frame)).toBeNull();
});

test("the calendar's address gets the person and the host, and keeps its own parameters", () => {
  const address = new URL(
    calendarAddress('https://calendly.com/school/talk?hide_event_type_details=1', 'apply.example.org', {
      name: 'Ada & Grace',
      email: 'ada+1@example.com',
    }),
  );
  expect(Object.fromEntries(address.searchParams)).toEqual({
    hide_event_type_details: '1',
    embed_domain: 'apply.example.org',
    embed_type: 'Inline',
    name: 'Ada & Grace',
    email: 'ada+1@example.com',
  });
});
