/** In characters, for documents and the contract. */
export const TEXT_LIMIT = 500;
export const PARAGRAPH_LIMIT = 20_000;
/** For texts that many pages carry. */
export const SHORT_PARAGRAPH_LIMIT = 2_000;
/** The longest path of RFC 5321 §4.5.3.1.3 without brackets. */
export const EMAIL_LIMIT = 254;
/** In requests. An email between the two limits gets the rule's own sentence. */
export const SENT_EMAIL_LIMIT = 320;
export const WEB_ADDRESS_LIMIT = 2000;
export const SHORTEST_PASSWORD = 8;
/** Limits the time for hashing. */
export const PASSWORD_LIMIT = 1000;
/** Tokens of links and proofs of claims. */
export const TOKEN_LIMIT = 500;
export const PASSKEY_NAME_LIMIT = 60;
/** Ways in which a device is reached, as it names them. */
export const TRANSPORTS_LIMIT = 10;
export const TRANSPORT_LIMIT = 40;
/** A digest that an earlier answer gave. */
export const DIGEST_LIMIT = 100;
export const ID_LIMIT = 200;
export const FILE_NAME_LIMIT = 1000;
/** Of a reference that is kept. */
export const STORED_FILE_NAME_LIMIT = 255;
export const FILE_ID_LIMIT = 64;
/** Of a question or column. */
export const FIELD_NAME_LIMIT = 64;
/** What a client says a file is for; only a form's field is found by it. */
export const UPLOAD_TYPE_LIMIT = 200;
/** Types of events and kinds of documents, as filters name them. */
export const TYPE_LIMIT = 64;
export const EVENT_TYPE_LIMIT = 100;
export const PROJECTION_NAME_LIMIT = 100;
/** Of a document of an analyst's projection, in a query. */
export const DOCUMENT_ID_LIMIT = 1000;
export const EVENT_ID_LIMIT = 100;
/** A position of the log as decimal text. */
export const POSITION_DIGITS = 18;
export const SKIP_REASON_LIMIT = 500;
/** Numbers and times in the form in which they were typed. */
export const TYPED_LIMIT = 100;
export const MOMENT_LIMIT = 40;
/** The `_id` of an audit entry, and a sealed position of the live stream. */
export const AUDIT_CURSOR_LIMIT = 300;
export const POSITION_LIMIT = 64;
export const SECURITY_CURSOR_LIMIT = 46;
export const FEED_CURSOR_LIMIT = 64;
/** The names of all published event types, separated by commas. */
export const EVENT_TYPE_LIST_LIMIT = 1000;
/** A process as JSON, also in a draft, and what a provider of assessments sends. */
export const PROCESS_TEXT_LIMIT = 1_000_000;
export const REPORT_LIMIT = 100_000;
/** Comma-separated ids of a query. */
export const ID_LIST_LIMIT = 10_000;
/** What is typed into a search. */
export const SEARCH_LIMIT = 200;
/** Digits of numbers in paths and queries. */
export const VERSION_DIGITS = 9;
export const INVOICE_DIGITS = 6;
export const PAGE_SIZE_DIGITS = 3;
/** A pass mark of 0 to 100. */
export const MARK_DIGITS = 3;
