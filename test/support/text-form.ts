/** Any text without U+0000 that has what follows. */
const STORABLE = '^[^\\u0000]*';

/** Whether a published pattern describes a whole text: an id, a word, an address. */
export const hasForm = (pattern: string | undefined): pattern is string =>
  pattern?.startsWith('^') === true && !pattern.startsWith(STORABLE);
