import type { Derive } from '../../commands/vault/derived-keys.ts';
import { createSignedIds, type SignedIds } from './signed-ids.ts';

const DAYS = 7;
export const CLAIM_SECONDS = DAYS * 86_400;
const MAX_CLAIMS = 20;

/** The applications that an anonymous browser submitted. A claim only links an unlinked application to an account with its email. */
export const createClaims = ({ derive, now }: { derive: Derive; now: () => number }): SignedIds =>
  createSignedIds({ key: derive('intake claim cookie'), now, seconds: CLAIM_SECONDS, most: MAX_CLAIMS });
