/** The first `limit` characters. A half surrogate pair at the end is replaced, because no store accepts it. */
export const cutText = (text: string, limit: number): string => text.slice(0, limit).toWellFormed();
