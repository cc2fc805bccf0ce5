import { accept, type Result, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';

/** In characters, as it is stored. */
export const DISPLAY_NAME_LIMIT = 60;

/** Words that screens show in the place of a person. */
const RESERVED = [
  'You',
  'Yourself',
  'Someone',
  'Someone who has left',
  'The system',
  'An outside service',
  'An integration',
  'Intake',
  'The applicant',
  'Former member',
  'A former member',
  'Unassigned',
  'Sent automatically',
  'Owner',
  'Admin',
  'Viewer',
];

/** All allowed names are of this shape, or empty; some of it are refused for how they look. */
export const DISPLAY_NAME_PATTERN = "^(?:\\p{L}[\\p{L}\\p{M}\\p{Nd} .,'’ʼ·‐-]*)?$";
const ALLOWED = /^\p{L}(?:[\p{L}\p{M}\p{Nd} .,'’ʼ‐-]|(?<=\p{L})·(?=\p{L}))*$/u;
/** Letters of the allowed categories that are drawn as nothing, and piles of accents. */
const UNREADABLE = /\p{Default_Ignorable_Code_Point}|\p{M}{4}/u;
/** Drawn as Latin letters, but not known as such: phonetic ones, Cherokee and Lisu. */
const FOREIGN_LATIN = /[\u0250-\u02AF\p{Script=Cherokee}\p{Script=Lisu}]/u;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** The name as it is stored: null for none. Compatibility forms become plain letters, so that ＠ is an @. */
export function displayNameOf(typed: string): Result<string | null> {
  const name = typed.normalize('NFKC').trim().replace(/\s+/gu, ' ');
  if (name === '') return accept(null);
  const { nameTooLong, nameIsEmail, nameInvalid, nameReserved } = TEXTS.accounts;
  if (name.length > DISPLAY_NAME_LIMIT) return refuse(nameTooLong(DISPLAY_NAME_LIMIT));
  if (name.includes('@')) return refuse(nameIsEmail);
  const mixes = name.split(/[^\p{L}\p{M}]+/u).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  if (!ALLOWED.test(name) || UNREADABLE.test(name) || FOREIGN_LATIN.test(name) || mixes) return refuse(nameInvalid);
  return isReserved(lookOf(name)) ? refuse(nameReserved) : accept(name);
}

const refuse = (message: string): Result<never> => reject('refused', message, [{ field: 'name', message }]);

/** Capital letters decide, because names begin with them: Р looks like P, and Н like H. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    'а=a в=b е=e з=3 ѕ=s і=i ї=i ј=j к=k м=m н=h о=o р=p с=c т=t у=y х=x һ=h ԁ=d ԛ=q ԝ=w',
    'α=a β=b ε=e ζ=z η=h ι=i κ=k μ=m ν=n ο=o ρ=p τ=t υ=y χ=x',
    'ł=l ø=o đ=d ħ=h ı=i ß=ss æ=ae œ=oe',
  ].flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
);

/** The same for names that readers take for the same: case, accents, marks and letters that look alike are left out. */
export const lookOf = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replace(/[l1]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');

const RESERVED_LOOKS: ReadonlySet<string> = new Set(RESERVED.map(lookOf));
const TOKEN_LOOK = lookOf(TEXTS.apiTokens.calledBy(''));

/** API tokens are authors too, by the name that their maker chose. */
const isReserved = (look: string): boolean => RESERVED_LOOKS.has(look) || look.startsWith(TOKEN_LOOK);

export interface Named {
  readonly email: string;
  readonly name: string | null;
}

/** How screens call the person with this email; null for no email. */
export type CallByName = (email: string | null | undefined) => string | null;

export const byEmail: CallByName = (email) => email ?? null;

/**
 * Members of a school are called by name if none of the others, members or `others` on the same screen, looks the same;
 * else with the email beside it (rule 193). All other people are called by email, because any account can take any name.
 */
export function callAmong(members: Iterable<Named>, others: readonly string[] = []): CallByName {
  const names = new Map<string, string>();
  const looks = new Map<string, number>();
  const count = (name: string) => looks.set(lookOf(name), (looks.get(lookOf(name)) ?? 0) + 1);
  for (const { email, name } of members) {
    if (!name) continue;
    names.set(email, name);
    count(name);
  }
  if (names.size === 0) return byEmail;
  for (const name of others) count(name);
  return (email) => {
    const name = email && names.get(email);
    if (!name) return email ?? null;
    return looks.get(lookOf(name)) === 1 ? name : `${name} (${email})`;
  };
}
