import type { KeyObject } from 'node:crypto';
import { createSignedIds, type SignedIds } from './signed-ids.ts';

const DAYS = 7;
export const CLAIM_SECONDS = DAYS * 86_400;
const MAX_CLAIMS = 20;

/** The applications that an anonymous browser submitted. A claim only links an unlinked application to an account with its email. */
export const createClaims = (given: { masterKey: KeyObject; now: () => number }): SignedIds =>
  createSignedIds({ ...given, purpose: 'intake claim cookie', seconds: CLAIM_SECONDS, most: MAX_CLAIMS });
