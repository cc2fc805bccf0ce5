import type { Authenticators } from '../../commands/second-factor/authenticators.ts';
import type { Passkeys } from '../../commands/second-factor/passkeys.ts';
import type { Session, Sessions } from './sessions.ts';

export interface SecondFactors {
  readonly authenticators: Pick<Authenticators, 'addedAmong'>;
  readonly passkeys: Pick<Passkeys, 'countAmong'>;
}

/** An authenticator app or a passkey. */
export async function hasSecondFactor({ authenticators, passkeys }: SecondFactors, userId: string): Promise<boolean> {
  return (await authenticators.addedAmong([userId])).has(userId) || (await passkeys.countAmong([userId])).has(userId);
}

/**
 * What ends the other sessions of an account that gets its first factor; nothing for a further one. Called before the factor is added, so that a
 * crash leaves none, and again afterwards, for those begun meanwhile.
 */
export async function endsOthersOfFirst(
  { sessions, ...factors }: SecondFactors & { readonly sessions: Pick<Sessions, 'endAll'> },
  { userId, _id: own }: Pick<Session, 'userId' | '_id'>,
): Promise<() => Promise<void>> {
  const isFirst = !(await hasSecondFactor(factors, userId));
  return async () => {
    if (isFirst) await sessions.endAll(userId, own);
  };
}
