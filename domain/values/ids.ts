const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Addresses take an id or a slug, so no slug may look like an id. */
export const looksLikeId = (text: string): boolean => UUID.test(text);
