import { LIMITS } from '../../../../domain/limits/limits.ts';

export interface Person {
  readonly id: string;
  /** The name, or the email without one. */
  readonly label: string;
}

/** What is typed after "@", and where the "@" is. */
export interface Asked {
  readonly at: number;
  readonly words: string;
}

const LONGEST = 60;
const MOST = 6;

/** Null if the caret is not behind an "@" that begins a word. */
export function askedAt(text: string, caret: number): Asked | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const at = before.lastIndexOf('@');
  if (at === -1 || /\S/.test(before[at - 1] ?? ' ')) return null;
  const words = before.slice(at + 1);
  return /[\n\r]/.test(words) ? null : { at: caret - before.length + at, words };
}

export const found = (people: readonly Person[], words: string): readonly Person[] =>
  people.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase())).slice(0, MOST);

export function withMention(text: string, { at }: Asked, caret: number, { label }: Person) {
  const before = `${text.slice(0, at)}@${label} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

const GOES_ON = /^[.-]?[\p{L}\p{N}]/u;

/**
 * A person is mentioned as long as the text has "@" and their label. The longest labels come first, so that
 * "@Ana Santos" does not mention Ana.
 */
export function mentionedIn(text: string, people: readonly Person[]): readonly string[] {
  let rest = text;
  const isIn = ({ label }: Person): boolean => {
    const mention = `@${label}`;
    const parts = rest.split(mention);
    const mentions = parts.map((part, at) => at > 0 && !GOES_ON.test(part));
    rest = parts.reduce((joined, part, at) => joined + (mentions[at] ? '\n' : mention) + part);
    return mentions.includes(true);
  };
  return people
    .toSorted((one, other) => other.label.length - one.label.length)
    .filter(isIn)
    .slice(0, LIMITS.commentMentions)
    .map(({ id }) => id);
}
