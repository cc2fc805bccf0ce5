export const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Empty, or only whitespace and invisible characters. */
export const isBlank = (text: string): boolean => !SEEN.test(text);

/** A character that no font draws. Blanks between words count as seen. */
export const hasUnseen = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
