const INLINE_MARKS = /[*_~[]/g;
/** A line that begins 50 nested blocks. */
const NESTING = /^[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){49}/m;

/** Parsing time grows with the square of the inline marks, and of the blocks that one line begins. */
export const isHeavyMarkdown = (markdown: string, mostMarks: number): boolean =>
  (markdown.match(INLINE_MARKS)?.length ?? 0) > mostMarks || NESTING.test(markdown);
