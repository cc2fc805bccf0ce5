/** The first so many characters; half a character at the end is replaced, because no store holds it. */
export const cutText = (text: string, limit: number): string => text.slice(0, limit).toWellFormed();
