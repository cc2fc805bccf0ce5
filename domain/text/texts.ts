/**
 * What the portal says, word for word, for server and browser alike, so that one
 * refusal never reads in two ways. Functions where a text names something.
 */
export * as TEXTS from './text-groups.ts';
