import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { describe, expect, test } from 'vitest';
import { type CalendarEntry, interviewCalendar } from './interview-calendar.ts';

const INTERVIEW: CalendarEntry = {
  uid: 'a1@intake',
  sequence: 2,
  changedAt: '2026-03-01T10:00:00.000Z',
  startsAt: '2026-05-04T01:00:00.000Z',
  endsAt: '2026-05-04T01:30:00.000Z',
  joinUrl: 'https://zoom.example/j/1?pwd=a,b',
  summary: 'Interview with Bagwis; Manila',
  description: 'Your application: https://portal.example/application/a1',
  isCancelled: false,
};

const fileWith = (entry: Partial<CalendarEntry>) =>
  interviewCalendar({ name: null, timeZone: null, entries: [{ ...INTERVIEW, ...entry }] });
const octets = (line: string) => new TextEncoder().encode(line).length;

describe('the file of one interview', () => {
  test('has its times in UTC', () => {
    expect(fileWith({}).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Intake//Interviews//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:a1@intake',
      'DTSTAMP:20260301T100000Z',
      'LAST-MODIFIED:20260301T100000Z',
      'SEQUENCE:2',
      'DTSTART:20260504T010000Z',
      'DTEND:20260504T013000Z',
      'SUMMARY:Interview with Bagwis\\; Manila',
      'DESCRIPTION:Your application: https://portal.example/application/a1',
      'LOCATION:https://zoom.example/j/1?pwd=a\\,b',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(fileWith({ endsAt: null })).not.toContain('DTEND');
  });

  test('has no line of more than 75 octets, and no value begins a line of its own', () => {
    const summary = `${'Pilipinas ñ 🦅 '.repeat(20)}\r\nEND:VEVENT\nATTACH:https://harm.example`;
    const file = fileWith({ joinUrl: null, summary });
    const lines = file.split('\r\n');
    expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'Pilipinas ñ 🦅 '.repeat(20)}\\nEND:VEVENT\\nATTACH:`);
    expect(lines.filter((line) => /^(ATTACH|LOCATION)/.test(line))).toEqual([]);
    // Some programs break lines at these as well.
    const separated = fileWith({ summary: 'Ada\u2028ATTACH:a\u2029ATTACH:b\u0085ATTACH:c\u000bATTACH:d' });
    expect(separated).toContain('SUMMARY:Ada ATTACH:a ATTACH:b ATTACH:c ATTACH:d\r\n');
  });
});

/** What two parsers that know nothing of zones read, with the VTIMEZONE of the file only. */
function readByBoth(file: string) {
  const component = new ICAL.Component(ICAL.parse(file));
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const first = component.getAllSubcomponents('vevent').map((event) => {
    const { uid, startDate, endDate, summary, description, sequence, location } = new ICAL.Event(event);
    const times = [startDate, endDate].map((time) => time.toJSDate().toISOString());
    return { uid, times, summary, description, sequence, location, status: event.getFirstPropertyValue('status') };
  });
  ICAL.TimezoneService.reset();
  const { events = [] } = convertIcsCalendar(undefined, file);
  const second = events.map(({ uid, start, end, summary, description, sequence, location, status }) => {
    const times = [start, end].map((time) => time?.date.toISOString());
    return { uid, times, summary, description, sequence, location, status };
  });
  return [first, second];
}

describe('a calendar in a zone', () => {
  test.each([
    'Asia/Manila',
    'Europe/Dublin',
    'America/New_York',
    'America/Santiago',
    'Asia/Jerusalem',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Africa/Cairo',
    'UTC',
  ])('of %s is read by two parsers at the moments that it was made of', (timeZone) => {
    // Every fifth day at another hour, so also around each clock change.
    const entries = Array.from({ length: 300 }, (_, index): CalendarEntry => {
      const startsAt = Date.UTC(2026, 0, 1) + index * 5 * 24 * 3_600_000 + ((index * 7) % 24) * 3_600_000;
      const [start, end] = [startsAt, startsAt + 45 * 60_000].map((moment) => new Date(moment).toISOString());
      return {
        ...INTERVIEW,
        uid: `a${index}@intake`,
        startsAt: start as string,
        endsAt: end as string,
        isCancelled: index % 2 === 0,
      };
    });
    const file = interviewCalendar({ name: 'Interviews, Bagwis', timeZone, entries });
    const expected = entries.map(({ uid, startsAt, endsAt, joinUrl, isCancelled, summary, description, sequence }) => {
      const status = isCancelled ? 'CANCELLED' : 'CONFIRMED';
      return { uid, times: [startsAt, endsAt], summary, description, sequence, location: joinUrl, status };
    });
    const [first, second] = readByBoth(file);
    expect(first).toEqual(expected);
    expect(second).toEqual(expected);
    expect(Math.max(...file.split('\r\n').map(octets))).toBeLessThanOrEqual(75);
  });

  test('shows local times, so that programs name the zone', () => {
    const calendar = { name: 'Interviews', timeZone: 'Asia/Manila', entries: [INTERVIEW] };
    expect(interviewCalendar(calendar)).toContain('\r\nDTSTART;TZID=Asia/Manila:20260504T090000\r\n');
    expect(interviewCalendar(calendar)).toBe(interviewCalendar(structuredClone(calendar)));
  });
});
