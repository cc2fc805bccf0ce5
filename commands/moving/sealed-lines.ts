import { seal, unseal } from '../vault/seal.ts';
import type { LineReader } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';

/** The n-th line of a file, from 1: a sealed line opens in no other place. */
const placeOf = (file: string, n: number): string => `${file} line ${n}`;

/** Writes each line sealed under the key of its backup. */
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

/** Opens each line. The lines that close a file are sealed like all others, so one that is cut off is known. */
export const sealedReader = (lines: LineReader, key: Buffer): LineReader => ({
  ...lines,
  async next() {
    const line = await lines.next();
    return line && openLine(lines, key, line.sealed, placeOf(lines.file, lines.place().lines));
  },
});

/** What was sealed at this place; throws `MovingRefused`, naming the line. */
export function openLine(
  lines: LineReader,
  key: Buffer,
  sealed: unknown,
  place: string,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(unseal(key, String(sealed), place));
  } catch (cause) {
    throw lines.damaged('does not hold what was sealed there', cause);
  }
}
