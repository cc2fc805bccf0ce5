import type { Response } from 'express';
import { challengeIn, verifyPasskey } from '../../commands/second-factor/verify-passkey.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import type { PasskeyProof } from '../contract/passkeys.ts';
import { nameForSecurityLog } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { siteOfPasskeys } from './site-of-passkeys.ts';

interface Asked {
  readonly purpose: 'login' | 'confirm';
  /** To whom the challenge was given. */
  readonly holder: string;
  /** Whose passkey it must be; absent at a log-in. */
  readonly userId?: string;
  /** Of the refusal. */
  readonly code: 'unauthenticated' | 'refused';
}

/** What the browser calls an account, in base64url; it returns it with each use of a passkey. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/** The person whose passkey signed a challenge that this browser or session was given for this site. */
export async function provePasskey(
  services: Services,
  { id, rawId, type, response: signed }: PasskeyProof,
  { purpose, holder, userId, code }: Asked,
  { context, response }: { readonly context: RequestContext; readonly response: Response },
): Promise<Result<{ readonly userId: string; readonly passkeyId: string }>> {
  const { passkeys, passkeyChallenges, environment } = services;
  const message = TEXTS.passkeys.refused;
  const refuse = () => reject(code, message, [{ field: 'passkey', message }]);
  const found = await siteOfPasskeys(services, context);
  if (!found.ok) return found;
  const site = found.value;
  const passkey = await passkeys.find(id);
  if (!passkey || passkey.host !== site.id || (userId !== undefined && passkey.userId !== userId)) return refuse();
  const isOwn = signed.userHandle === undefined || signed.userHandle === handleOf(passkey.userId);
  if (!isOwn) return refuse();
  const attempt = { account: passkey.id, address: context.address };
  if (!(await environment.attempts.admitPasskey(attempt))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  nameForSecurityLog(response, { accountId: passkey.userId });
  const challenge = challengeIn(signed.clientDataJSON);
  if (challenge === undefined) return refuse();
  const spent = await passkeyChallenges.spend(challenge, { purpose, host: site.id, holder });
  if (!spent) return refuse();
  const used = await verifyPasskey(
    { id, rawId, type, response: signedBy(signed), clientExtensionResults: {} },
    { passkey, challenge, site },
  );
  if (!used) return refuse();
  const outcome = await passkeys.use(passkey.id, { ...used, ...spent });
  if (outcome === 'copied') nameForSecurityLog(response, { accountId: passkey.userId, refusal: 'passkeyCopied' });
  if (outcome !== 'used') return refuse();
  await environment.attempts.forgivePasskey(attempt);
  return accept({ userId: passkey.userId, passkeyId: passkey.id });
}

const signedBy = ({ userHandle, ...signed }: PasskeyProof['response']) => ({
  ...signed,
  ...(userHandle !== undefined && { userHandle }),
});
