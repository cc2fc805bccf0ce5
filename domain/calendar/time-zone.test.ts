import { describe, expect, test } from 'vitest';
import { calendarZone } from './time-zone.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const zoneOf = (timeZone: string, from = '2026-05-04T01:00:00') => calendarZone(timeZone, [at(from)]);
const rulesOf = (timeZone: string) =>
  zoneOf(timeZone).lines.flatMap((line) => (line.startsWith('RRULE:FREQ=YEARLY;') ? [line.slice(18)] : []));

describe('the component of a zone', () => {
  test('has a rule for each of two yearly clock changes, from two years before the earliest time', () => {
    expect(zoneOf('Europe/Dublin').lines).toEqual([
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Dublin'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:20240331T010000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'DTSTART:20241027T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0000'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
    ]);
  });

  test.each([
    ['America/New_York', ['BYMONTH=3;BYDAY=2SU', 'BYMONTH=11;BYDAY=1SU']],
    [
      'America/Santiago',
      ['BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU', 'BYMONTH=9;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU'],
    ],
    ['Asia/Jerusalem', ['BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR', 'BYMONTH=10;BYDAY=-1SU']],
    ['Australia/Lord_Howe', ['BYMONTH=4;BYDAY=1SU', 'BYMONTH=10;BYDAY=1SU']],
    ['Asia/Manila', []],
    ['Africa/Casablanca', []],
  ])('of %s has the rules %j', (timeZone, rules) => {
    expect(rulesOf(timeZone)).toEqual(rules);
  });

  test('without clock changes has one offset', () => {
    expect(zoneOf('Asia/Kolkata').lines).toEqual([
      ...['BEGIN:VTIMEZONE', 'TZID:Asia/Kolkata', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'],
    ]);
  });

  test('is missing where all times are in UTC', () => {
    expect([zoneOf('UTC').lines, calendarZone('Asia/Manila', []).lines]).toEqual([[], []]);
    for (const far of ['0001-01-01T00:00:00', '9995-01-01T00:00:00']) {
      const zone = zoneOf('Europe/Dublin', far);
      expect([zone.lines, zone.localTime(at(far))]).toEqual([[], null]);
    }
  });
});

describe('a time', () => {
  test.each([
    ['Europe/Dublin', '2026-05-04T01:00:00', '20260504T020000'],
    ['Europe/Dublin', '2026-12-04T01:00:00', '20261204T010000'],
    ['America/New_York', '2027-01-01T02:30:00', '20261231T213000'],
    ['Asia/Manila', '2030-05-04T01:00:00', '20300504T090000'],
  ])('in %s at %s is %s', (timeZone, moment, local) => {
    expect(zoneOf(timeZone).localTime(at(moment))).toBe(local);
  });

  test('is in UTC near a clock change, where no yearly rule describes the zone, and after the checked years', () => {
    const dublin = zoneOf('Europe/Dublin');
    const around = ['2026-10-24T21:30:00', '2026-10-24T23:30:00', '2026-10-25T00:30:00', '2026-10-25T01:30:00'];
    expect(around.map((moment) => dublin.localTime(at(moment)) !== null)).toEqual([true, false, false, false]);
    expect(dublin.localTime(at('2026-10-25T05:00:00'))).toBe('20261025T050000');
    expect(dublin.localTime(at('2034-05-04T01:00:00'))).toBeNull();
    // Morocco goes back an hour in Ramadan.
    const casablanca = zoneOf('Africa/Casablanca');
    expect(casablanca.localTime(at('2026-06-01T10:00:00'))).toBe('20260601T110000');
    expect(casablanca.localTime(at('2027-02-20T10:00:00'))).toBeNull();
  });
});
