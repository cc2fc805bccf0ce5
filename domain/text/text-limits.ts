/** In characters, for documents and the contract. */
export const TEXT_LIMIT = 500;
export const PARAGRAPH_LIMIT = 20_000;
/** The longest path of RFC 5321 §4.5.3.1.3 without brackets. */
export const EMAIL_LIMIT = 254;
/** In requests. An email between the two limits gets the rule's own sentence. */
export const SENT_EMAIL_LIMIT = 320;
export const WEB_ADDRESS_LIMIT = 2000;
