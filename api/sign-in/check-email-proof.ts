import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEmailProven, type Session } from '../auth/sessions.ts';
import type { Services } from '../composition/services.ts';

/** Whether a school requires a second factor of this person that they do not have. Asks for all their schools, whatever the session gives. */
export async function awaitsFactor(
  { requiredFactors }: Pick<Services, 'requiredFactors'>,
  userId: string,
): Promise<boolean> {
  return (await requiredFactors.actorNow(userId))?.rolesWithoutFactor !== undefined;
}

/**
 * Before the first factor of a person whose school requires one: a thief of the password would add their own, and the requirement
 * would let them in.
 */
export async function checkEmailProof(
  services: Pick<Services, 'requiredFactors'>,
  session: Session,
  at: string,
): Promise<Result<null>> {
  if (isEmailProven(session, at) || !(await awaitsFactor(services, session.userId))) return accept(null);
  return reject('emailed-code-needed', TEXTS.requiredFactors.codeNeeded);
}
