/** `events` pulls the feed, `read` reads what an Admin sees of the pipeline, `write` also adds applications, sets statuses and comments. */
export const TOKEN_SCOPES = ['events', 'read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Days until it expires. */
export const TOKEN_DAYS = { least: 1, most: 365, usual: 90 } as const;
/** Days before its end on which the Owners get an email; 0: at its end. */
export const TOKEN_WARNINGS = [14, 1, 0] as const;
export type WarnedDays = (typeof TOKEN_WARNINGS)[number];
