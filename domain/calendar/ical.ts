/** Values and lines of iCalendar files (RFC 5545). */

const LINE_OCTETS = 75;

const encoder = new TextEncoder();

/** Section 3.1: a line has at most 75 octets; the next one begins with a space. No character is split. */
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

export const fileOf = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('');

/** Section 3.3.11. No value begins a line of its own, also in programs that break lines at Unicode separators. */
export const textValue = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');

const digits = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** `at` in ms since 1970. */
export const utcTime = (at: number): string => `${digits(at)}Z`;

/** The clock of a zone, which is `offset` ms before UTC. */
export const localTime = (at: number, offset: number): string => digits(at + offset);

/** `+0530`. Seconds occur before 1972. */
export function offsetValue(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, ...(seconds % 60 ? [seconds % 60] : [])];
  return `${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`;
}
