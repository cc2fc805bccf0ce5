/** Signs that may begin or end emphasis or a link. */
const INLINE_MARKS = /[*_~[]/g;
/** A line that begins 50 blocks within each other. */
const NESTING = /^[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){49}/m;

/**
 * Whether reading a markdown text would hold up the process that serves every school. The time grows with the square of the
 * inline marks, because the reader looks at each together with all before it, and of the blocks that one line begins.
 */
export const isHeavyMarkdown = (markdown: string, mostMarks: number): boolean =>
  (markdown.match(INLINE_MARKS)?.length ?? 0) > mostMarks || NESTING.test(markdown);
