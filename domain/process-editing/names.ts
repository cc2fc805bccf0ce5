import { RESERVED_NAMES } from '../process/check-config.ts';
import { transliterated } from '../text/transliterated.ts';

const LENGTH = 64;
const WORDS_LENGTH = 40;

/**
 * A valid name that is neither reserved nor in `taken`: `Prénom usuel` becomes `prenomUsuel`. `taken` should include names
 * that hold answers of removed fields, because a field with such a name would show those answers.
 */
export function nameFromLabel(label: string, taken: Iterable<string> = [], fallback = 'question'): string {
  const words = transliterated(label)
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  const kept = joined.reduce(
    (name, word) => ((name + word).length > WORDS_LENGTH && name !== '' ? name : name + word),
    '',
  );
  return freeName(kept.slice(0, WORDS_LENGTH) || fallback, taken);
}

const COUNTED_DIGITS = 9;

/** The name itself if it is free, else with the next number. */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (name) => name.toLowerCase()));
  const valid = /^[a-z]/i.test(wanted) ? wanted : `answer${wanted}`;
  const base = RESERVED.has(valid.toLowerCase()) ? `${valid}Answer` : valid;
  if (!used.has(base.toLowerCase())) return base;
  let end = base.length;
  while (end > 1 && base.length - end < COUNTED_DIGITS && /\d/.test(base.charAt(end - 1))) end -= 1;
  const stem = base.slice(0, end);
  for (let number = Number(base.slice(end) || 1) + 1; ; number += 1) {
    const name = `${stem.slice(0, LENGTH - String(number).length)}${number}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}

const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES.map((name) => name.toLowerCase()));
