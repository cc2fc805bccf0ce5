/** Texts for people, for server and browser. Functions where a text contains a name. */
export * as TEXTS from './text-groups.ts';
