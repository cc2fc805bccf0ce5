const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Addresses take an id or a slug: no slug may be somebody else's id. */
export const looksLikeId = (text: string): boolean => UUID.test(text);
