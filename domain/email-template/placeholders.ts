export const PLACEHOLDERS = ['firstName', 'lastName', 'email', 'orgName', 'applicationLink'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** One character class between the braces keeps the match linear; blanks are trimmed afterwards. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export const replacePlaceholders = (text: string, replacement: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => replacement(name.trim()));

export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())),
];

/** Alternates texts and the names of the placeholders between them. */
export const textsAndPlaceholders = (text: string): readonly string[] =>
  text.split(PLACEHOLDER).map((part, n) => (n % 2 === 1 ? part.trim() : part));
