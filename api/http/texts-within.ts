import { inParts } from '../../timing/in-parts.ts';

export async function textsWithin<Entry extends { readonly changes: readonly unknown[] }>(
  entries: readonly Entry[],
  most: number,
): Promise<string[]> {
  const texts: string[] = [];
  let room = most;
  const add = (entry: Entry): void => {
    const text = room > 0 ? JSON.stringify(entry) : '';
    room -= text.length;
    if (texts.length === 0 || room > 0) texts.push(text);
  };
  await inParts(entries, ({ changes }) => (room > 0 ? changes.length * CHANGE_WEIGHT : 0), add);
  return texts;
}

const CHANGE_WEIGHT = 8192;
