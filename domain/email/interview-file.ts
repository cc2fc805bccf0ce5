export interface InterviewToAttend {
  /** ISO-8601 UTC. */
  readonly startsAt: string;
  /** A web address, or null while it is not known. */
  readonly joinUrl: string | null;
}

const LINE_OCTETS = 75;

const encoder = new TextEncoder();

/** RFC 5545, section 3.1: a line has at most 75 octets; the next one begins with a space. No character is split. */
function folded(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

const utc = (at: string): string => `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/**
 * An iCalendar file (RFC 5545) with the interview as its one event. The same `uid` again replaces the event in a calendar.
 * It has no end, because Calendly's answer is only asked for the start. Times are ISO-8601 UTC.
 */
export function interviewFile({
  uid,
  now,
  startsAt,
  joinUrl,
  summary,
  description,
}: InterviewToAttend & {
  readonly uid: string;
  readonly now: string;
  readonly summary: string;
  readonly description: string;
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Interviews//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(startsAt)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(joinUrl === null ? [] : [`LOCATION:${escaped(joinUrl)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
