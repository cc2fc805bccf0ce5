/** Where programs detect an address: `://`, an `@`, or a dot of any script before a word. */
const JOINTS = /(?<=:)(?=\/\/)|(?=@)|(?<=[\p{L}\p{N}])(?=[.\u3002\uFF0E\uFF61][\p{L}\p{N}]{2})/gu;
export const NON_JOINER = '\u200C';
/** Invisible characters, and those that change the text direction. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Without line breaks and other control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A person's text for a place in another text. */
export const asValue = (text: string): string => oneLine(text.toWellFormed().replace(INVISIBLE, ''));

/** Breaks what looks like an address, so that no program makes a link of it. */
export const withoutLinks = (text: string): string => text.replace(JOINTS, NON_JOINER);
