import type { OpenLines } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';

/** Returns the number of entries, which the closing line repeats. */
export async function writeClosed(
  lines: LineWriter,
  ...entries: readonly (AsyncIterable<object> | Iterable<object>)[]
): Promise<number> {
  let count = 0;
  for (const some of entries) {
    for await (const entry of some) {
      count += 1;
      await lines.write(entry);
    }
  }
  await lines.write({ entries: count });
  return count;
}

/** Refuses a truncated or foreign file at its line. */
export async function* readClosed<Entry>(
  open: OpenLines,
  asEntry: (line: Readonly<Record<string, unknown>>) => Entry | undefined,
): AsyncGenerator<Entry> {
  const lines = await open();
  try {
    for (let count = 0; ; count += 1) {
      const line = await lines.next();
      if (!line) throw lines.damaged('is the last one: the file is cut off after it');
      if (typeof line.entries === 'number') {
        if (line.entries !== count) throw lines.damaged(`closes ${line.entries} entries, but there are ${count}`);
        if (await lines.next()) throw lines.damaged('follows the end');
        return;
      }
      const entry = asEntry(line);
      if (!entry) throw lines.damaged('holds what this version of Intake does not know');
      yield entry;
    }
  } finally {
    lines.close();
  }
}
