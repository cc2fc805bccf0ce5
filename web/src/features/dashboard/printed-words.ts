/** Paper has narrow columns. An address breaks at its signs, such as *@*, so that its words stay whole. */
export const printedWords = (text: string): readonly string[] => text.split(/(?<=[/@.])(?=[^\s.])/);
