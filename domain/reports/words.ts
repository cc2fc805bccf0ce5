/** A piece of a sentence; `members` names the applications that its number counts, as in the rows of a table. */
export interface Words {
  readonly text: string;
  readonly members: Readonly<Record<string, string>> | null;
}

export const plain = (text: string): Words => ({ text, members: null });

/** A number that opens its applications, unless there are none. */
export const counting = (count: number, text: string, members: Readonly<Record<string, string>>): Words => ({
  text,
  members: count === 0 ? null : members,
});

export const textOf = (words: readonly Words[]): string => words.map(({ text }) => text).join('');
