import type { Passkey as StoredPasskey } from '../../commands/second-factor/passkeys.ts';
import type { RelyingParty } from '../../commands/second-factor/verify-passkey.ts';
import type { Passkey } from '../contract/passkeys.ts';

/** `site`: of the request; null where passkeys cannot be used. */
export const passkeyView = (
  { id: _id, name, host, addedAt, lastUsedAt, isSynced }: StoredPasskey,
  site: RelyingParty | null,
): Passkey => ({ _id, name, host, isUsableHere: host === site?.id, addedAt, lastUsedAt, isSynced });
