import type { Authenticators } from '../../commands/second-factor/authenticators.ts';
import type { Passkeys } from '../../commands/second-factor/passkeys.ts';

export interface SecondFactors {
  readonly authenticators: Pick<Authenticators, 'addedAmong'>;
  readonly passkeys: Pick<Passkeys, 'countAmong'>;
}

/** An authenticator app or a passkey. */
export async function hasSecondFactor({ authenticators, passkeys }: SecondFactors, userId: string): Promise<boolean> {
  return (await authenticators.addedAmong([userId])).has(userId) || (await passkeys.countAmong([userId])).has(userId);
}
