/** Characters that may begin or end emphasis or a link. */
const INLINE_MARKS = /[*_~[]/g;
/** A line that begins 50 nested blocks. */
const NESTING = /^[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){49}/m;

/**
 * Whether parsing a markdown text would block the process. The time grows with the square of the inline marks, because
 * the parser compares each with all before it, and of the blocks that one line begins.
 */
export const isHeavyMarkdown = (markdown: string, mostMarks: number): boolean =>
  (markdown.match(INLINE_MARKS)?.length ?? 0) > mostMarks || NESTING.test(markdown);
