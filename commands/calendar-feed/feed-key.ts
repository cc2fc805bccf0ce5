import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;
/** The feed's id and a secret as hexadecimal digits. */
const FORM = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})[\da-f]{48}$/;

export const newFeedKey = (id: string): string => id.replaceAll('-', '') + randomBytes(SECRET_BYTES).toString('hex');

export const hashOfFeedKey = (key: string): string => hash('sha256', key);

/** The id of the feed; undefined for what is no key. */
export const feedOfKey = (key: string): string | undefined => FORM.exec(key)?.slice(1).join('-');
