/** What a template's text may name (spec §3); each stands for a value of the application that the mail is about. */
export const PLACEHOLDERS = ['firstName', 'lastName', 'email', 'orgName', 'applicationLink'] as const;
/** One more, in templates whose mail asks somebody to do something that only its link allows (D29). */
export const ACTION_LINK = 'actionLink';

export type Placeholder = (typeof PLACEHOLDERS)[number] | typeof ACTION_LINK;

/** Whatever stands between `{{` and `}}`, known or not; the first group is its name. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Every name between double braces, each once, in order. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];
