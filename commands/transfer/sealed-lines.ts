import { seal, unseal } from '../vault/seal.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';

/** Binds the n-th line, from 1, to its position. */
const placeOf = (file: string, n: number): string => `${file} line ${n}`;

export function sealedWriter(lines: LineWriter, { file, key }: { file: string; key: Buffer }): LineWriter {
  let n = 0;
  return {
    ...lines,
    write(value) {
      n += 1;
      return lines.write({ sealed: seal(key, JSON.stringify(value), placeOf(file, n)) });
    },
  };
}

/** Closing lines are sealed as well, so truncation is detected. */
export const sealedReader = (lines: LineReader, key: Buffer): LineReader => ({
  ...lines,
  async next() {
    const line = await lines.next();
    return line && openLine(lines, key, line.sealed, placeOf(lines.file, lines.place().lines));
  },
});

export function openLine(
  lines: LineReader,
  key: Buffer,
  sealed: unknown,
  place: string,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(unseal(key, String(sealed), place));
  } catch (cause) {
    throw lines.damaged('is not what was sealed at this place', cause);
  }
}
