/** Member of a draft: the version of the document that it is based on. No field has this name. */
export const DRAFT_VERSION = '@version';
