import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Written } from './line-writer.ts';
import type { Pace } from './pace.ts';
import { streamFile } from './regular-file.ts';
import { damagedLine, type TransferRefused } from './transfer-refused.ts';

const CHUNK_BYTES = 262_144;
/** An event may have 1 MiB; a file of 2 MiB is base64-encoded twice. */
const MAX_LINE_BYTES = 4_194_304;
const NEWLINE = 0x0a;

export interface Place {
  readonly offset: number;
  readonly lines: number;
}

/** One JSON object per line, in bounded memory. */
export interface LineReader {
  readonly file: string;
  readonly bytes: number;
  /** Undefined at the end. Throws `TransferRefused` with the line number. */
  next(): Promise<Readonly<Record<string, unknown>> | undefined>;
  place(): Place;
  damaged(what: string, cause?: unknown): TransferRefused;
  damagedAt(line: number, what: string, cause?: unknown): TransferRefused;
  close(): void;
}

/** From the beginning, or from a place. */
export type OpenLines = (from?: Place) => Promise<LineReader>;

export async function openLineReader(path: string, from: Place = { offset: 0, lines: 0 }): Promise<LineReader> {
  const { stream, bytes } = await streamFile(path, { highWaterMark: CHUNK_BYTES, start: from.offset });
  const file = basename(path);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let { offset, lines } = from;

  const nextLine = async (): Promise<string | undefined> => {
    let end = rest.indexOf(NEWLINE);
    const parts: Buffer[] = [];
    let length = 0;
    while (end === -1) {
      parts.push(rest);
      length += rest.length;
      if (length > MAX_LINE_BYTES) throw damagedLine(file, lines + 1, 'is longer than any that Intake writes');
      const { done, value } = await chunks.next();
      if (done) {
        if (length === 0) return undefined;
        throw damagedLine(file, lines + 1, 'is cut off');
      }
      rest = value;
      end = rest.indexOf(NEWLINE);
    }
    if (length + end > MAX_LINE_BYTES) throw damagedLine(file, lines + 1, 'is longer than any that Intake writes');
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
    lines += 1;
    offset += length + end + 1;
    return (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8');
  };

  return {
    file,
    bytes,
    async next() {
      const line = await nextLine();
      if (line === undefined) return undefined;
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch (cause) {
        throw damagedLine(file, lines, 'is not JSON', cause);
      }
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw damagedLine(file, lines, 'is not an object');
      }
      return value as Readonly<Record<string, unknown>>;
    },
    place: () => ({ offset, lines }),
    damaged: (what, cause) => damagedLine(file, lines, what, cause),
    damagedAt: (line, what, cause) => damagedLine(file, line, what, cause),
    close: () => void stream.destroy(),
  };
}

/** Length and SHA-256 of a file. */
export async function sumOf(path: string, pace: Pace): Promise<Written> {
  const { stream, bytes } = await streamFile(path, { highWaterMark: CHUNK_BYTES });
  const sum = createHash('sha256');
  for await (const chunk of stream) {
    sum.update(chunk as Buffer);
    await pace();
  }
  return { bytes, sha256: sum.digest('hex') };
}
