import type { CommandContext } from '../../commands/context/context.ts';
import type { SecurityEmail } from '../../commands/reactions/security-mail-reactions.ts';
import { user as account } from '../../domain/user/user.ts';
import type { Composition } from '../composition/composition.ts';

interface Told {
  readonly userId: string;
  readonly email: SecurityEmail;
  /** From a closed list: the outbox does not seal it. */
  readonly key?: string;
}

/** Tells the person by email what has happened to their account, so that they notice what was not theirs. Repeatable. */
export const tellAccount = (
  { reactions }: Pick<Composition, 'reactions'>,
  { userId, email, key }: Told,
  command: CommandContext,
): Promise<void> =>
  reactions.ask(
    { reaction: email, lane: 'mail', stream: `${account.category}-${userId}`, delayMs: 0, ...(key && { key }) },
    { ...command, organizationId: null },
  );
