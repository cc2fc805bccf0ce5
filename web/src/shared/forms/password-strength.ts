export type Strength = 'short' | 'weak' | 'good' | 'strong';

/** The server's rule (OWASP ASVS 5.0, 6.2.1). */
export const SHORTEST_PASSWORD = 8;
/** In bits. None of the 3,000 most common passwords reaches the first limit. */
const GOOD = 64;
const STRONG = 76;

const RUNS = /\p{Lu}*[^\p{Lu}\P{L}]+|\p{Lu}+|\d+|[^\p{L}\d]/gu;
const POOLS: readonly (readonly [RegExp, number])[] = [
  [/\p{L}/u, 26],
  [/.\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
];

/** Words and numbers are guessed as a whole, so what follows their third character counts half; "aaa" and "123" hardly count. */
function countOf(run: string): number {
  let count = 0;
  let before = Number.NaN;
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    if (!(Math.abs(code - before) <= 1)) count += count < 3 ? 1 : 0.5;
    before = code;
  }
  return count;
}

/** A hint while the user types; the server decides. */
export function strengthOf(password: string): Strength {
  if ([...password].length < SHORTEST_PASSWORD) return 'short';
  const pool = POOLS.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0);
  const runs = password.match(RUNS) ?? [];
  const bits = runs.reduce((sum, run) => sum + countOf(run), 0) * Math.log2(pool);
  if (bits < GOOD) return 'weak';
  return bits < STRONG ? 'good' : 'strong';
}
