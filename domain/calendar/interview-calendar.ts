import { fileOf, textValue, utcTime } from './ical.ts';
import { type CalendarZone, calendarZone } from './time-zone.ts';

/** Times are ISO-8601 UTC. */
export interface CalendarEntry {
  /** The same `uid` again replaces the event in a calendar, if its `sequence` has risen. */
  readonly uid: string;
  readonly sequence: number;
  readonly changedAt: string;
  readonly startsAt: string;
  /** Null while it is not known: the event is then a moment. */
  readonly endsAt: string | null;
  /** A web address, or null while it is not known. */
  readonly joinUrl: string | null;
  readonly summary: string;
  readonly description: string;
  readonly isCancelled: boolean;
}

/** What an applicant gets of their interview. */
export type InterviewToAttend = Pick<CalendarEntry, 'startsAt' | 'endsAt' | 'joinUrl' | 'sequence' | 'changedAt'>;

export interface InterviewCalendar {
  /** Shown by a calendar program that follows the file; null for a file that is opened once. */
  readonly name: string | null;
  /** Null: all times are in UTC. */
  readonly timeZone: string | null;
  readonly entries: readonly CalendarEntry[];
}

/** An iCalendar file (RFC 5545): the same calendar gives the same bytes. */
export function interviewCalendar({ name, timeZone, entries }: InterviewCalendar): string {
  const times = entries.map(({ startsAt }) => Date.parse(startsAt));
  const zone = timeZone === null ? null : calendarZone(timeZone, times);
  return fileOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Interviews//EN',
    'METHOD:PUBLISH',
    ...(name === null ? [] : followed(name)),
    ...(zone?.lines ?? []),
    ...entries.flatMap((entry) => eventLines(entry, time(zone, timeZone))),
    'END:VCALENDAR',
  ]);
}

/** RFC 7986, and what older programs read instead. */
const followed = (name: string): readonly string[] => [
  `NAME:${textValue(name)}`,
  `X-WR-CALNAME:${textValue(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

const time =
  (zone: CalendarZone | null, timeZone: string | null) =>
  (property: string, at: string): string => {
    const moment = Date.parse(at);
    const local = zone?.localTime(moment) ?? null;
    return local === null ? `${property}:${utcTime(moment)}` : `${property};TZID=${timeZone}:${local}`;
  };

const eventLines = (entry: CalendarEntry, at: (property: string, at: string) => string): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${textValue(entry.uid)}`,
  `DTSTAMP:${utcTime(Date.parse(entry.changedAt))}`,
  `LAST-MODIFIED:${utcTime(Date.parse(entry.changedAt))}`,
  `SEQUENCE:${entry.sequence}`,
  at('DTSTART', entry.startsAt),
  ...(entry.endsAt === null ? [] : [at('DTEND', entry.endsAt)]),
  `SUMMARY:${textValue(entry.summary)}`,
  `DESCRIPTION:${textValue(entry.description)}`,
  ...(entry.joinUrl === null ? [] : [`LOCATION:${textValue(entry.joinUrl)}`]),
  `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ...(entry.isCancelled ? ['TRANSP:TRANSPARENT'] : []),
  'END:VEVENT',
];
