const RULES: readonly (readonly [RegExp, string])[] = [
  [/```[\s\S]*?```/g, ' '],
  // A link alone in its paragraph is a video on the page; cells of a table belong to their rows.
  [/^ {0,3}https?:\/\/\S+ {0,2}$/gm, ' '],
  [/^ {0,3}\|.*$/gm, ' '],
  [/!?\[([^[\]]*)\]\([^)[]*\)/g, '$1'],
  [/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, ''],
  [/(\*\*|__|~~|`)/g, ''],
  [/(^|\s)[*_](\S[^*_]*)[*_](?=\W|$)/g, '$1$2'],
];

export const plainText = (markdown: string): string =>
  RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), markdown)
    .replace(/\s+/g, ' ')
    .trim();

const MARKED = /[\n\\`*_[\]<>&|~@]|^\s|^[-+=#]|^\d+[.)]|:\/\/|www\./i;

/** Whether a text is a single paragraph without marks, so that its plain text is complete. */
export const isUnmarked = (markdown: string): boolean => markdown !== '' && !MARKED.test(markdown);
