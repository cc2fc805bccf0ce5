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

/** A person is mentioned as long as the text has "@" and their label. */
export const mentionedIn = (text: string, people: readonly Person[]): readonly string[] =>
  people.filter(({ label }) => text.includes(`@${label}`)).map(({ id }) => id);
