import { expect, test } from 'vitest';
import { interviewFile } from './interview-file.ts';

const INTERVIEW = {
  uid: 'a1@portal.example',
  now: '2026-03-01T10:00:00.000Z',
  startsAt: '2026-05-04T01:00:00.000Z',
  joinUrl: 'https://zoom.example/j/1?pwd=a,b',
  summary: 'Interview with Bagwis; Manila',
  description: 'Your application: https://portal.example/application/a1',
};

test('an interview becomes an event of a calendar', () => {
  expect(interviewFile(INTERVIEW).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Interviews//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:a1@portal.example',
    'DTSTAMP:20260301T100000Z',
    'DTSTART:20260504T010000Z',
    'SUMMARY:Interview with Bagwis\\; Manila',
    'DESCRIPTION:Your application: https://portal.example/application/a1',
    'LOCATION:https://zoom.example/j/1?pwd=a\\,b',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line is longer than 75 octets, and no value begins a line of its own', () => {
  const summary = `${'Pilipinas ñ 🦅 '.repeat(20)}\r\nEND:VEVENT\nATTACH:https://harm.example`;
  const file = interviewFile({ ...INTERVIEW, joinUrl: null, summary });
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'Pilipinas ñ 🦅 '.repeat(20)}\\nEND:VEVENT\\nATTACH:`);
  expect(lines.filter((line) => /^(ATTACH|LOCATION)/.test(line))).toEqual([]);
});
