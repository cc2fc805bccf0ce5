import { RESERVED_NAMES } from '../process/check-config.ts';

const LENGTH = 64;
const WORDS_LENGTH = 40;

/** Letters that Unicode does not decompose, in the usual Latin spelling. Other scripts get the fallback name. */
const LATIN: ReadonlyMap<string, string> = new Map(
  [
    'ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ħ=h ŋ=n ĸ=k ŧ=t',
    'а=a б=b в=v г=g ґ=g д=d е=e є=ie ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch',
    'ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz',
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
  ].flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
);

const transliterated = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase(), (letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/\p{M}+/gu, '');

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
