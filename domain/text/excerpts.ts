/** In characters, of each of the two texts. */
const LONGEST = 200;
const CONTEXT = 40;

/** Two texts to be shown as "from A to B": long ones are cut to what differs in them, and white space is one space. */
export function excerpts(before: string, after: string): readonly [string, string] {
  const [one, other] = [spaced(before), spaced(after)];
  if (one.length <= LONGEST && other.length <= LONGEST) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    const part = text.slice(from, from + LONGEST).toWellFormed();
    return `${from > 0 ? '…' : ''}${part}${from + LONGEST < text.length ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
