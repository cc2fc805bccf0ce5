/** What a template's text may name; each stands for a value of the application that the mail is about. */
export const PLACEHOLDERS = ['firstName', 'lastName', 'email', 'orgName', 'applicationLink'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** One class between the braces, so that each character is read once: blanks around the name are trimmed afterwards. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The text with each `{{name}}` replaced, known or not. */
export const replacePlaceholders = (text: string, replacement: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => replacement(name.trim()));

/** Every name between double braces, each once, in order. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())),
];
