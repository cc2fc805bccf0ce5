import type { Response } from 'express';
import { checkOwnPassword } from '../../commands/user/check-own-password.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import type { PasskeyProof } from '../contract/passkeys.ts';
import { alsoRecord } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { spendCode } from './check-second-factor.ts';
import { checkConfirmationCode, type ProvenByCode } from './login-link.ts';
import { provePasskey } from './prove-passkey.ts';
import { tellOfGuesses } from './tell-of-day.ts';

type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly emailedCode: string }
  | { readonly passkey: PasskeyProof };

const identity = (proven: Result<unknown>): Result<'identity'> => (proven.ok ? accept('identity') : proven);

/** Of a signed-in person, by whichever of their proofs they send. The password is enough only for those who have no factor. */
export async function proveIdentity(
  services: Services,
  { userId, sessionId, proof }: { readonly userId: string; readonly sessionId: string; readonly proof: Proof },
  request: { readonly context: RequestContext; readonly response: Response },
): Promise<Result<ProvenByCode>> {
  const { environment, authenticators } = services;
  const { context } = request;
  if ('passkey' in proof) {
    const asked = { purpose: 'confirm', holder: sessionId, userId, code: 'refused' } as const;
    return identity(await provePasskey(services, proof.passkey, asked, request));
  }
  if ('emailedCode' in proof)
    return checkConfirmationCode(services, { userId, sessionId, code: proof.emailedCode }, context);
  if ('code' in proof) {
    if ((await authenticators.of(userId)).addedAt === null) return reject('refused', TEXTS.secondFactors.none);
    return identity(await spendCode(services, { userId, sessionId }, proof.code, context));
  }
  if (await hasSecondFactor(services, userId)) {
    // A thief with a learned password tries this first.
    alsoRecord(request.response, { kind: 'refused' });
    return reject('refused', TEXTS.secondFactors.confirmByFactor);
  }
  const { address } = context;
  const checked = await checkOwnPassword(environment, { userId, password: proof.password, address, sessionId });
  return identity(await tellOfGuesses(services, checked, userId, context));
}
