import type { Actor } from '../../domain/access/actor.ts';
import { EMAILS_UNCONFIRMED } from '../../domain/bulk/action.ts';
import type { Environment } from '../handling/environment.ts';
import { usageOf } from '../vault/usage.ts';

export interface CountedEmails {
  /** More than a person sends in this hour without a confirmation. */
  readonly isOver: boolean;
  /** They are not sent. */
  takeBack(): Promise<void>;
}

export const NO_EMAILS: CountedEmails = { isOver: false, takeBack: async () => {} };

/** Counts emails that a person is about to send, also confirmed ones: a confirmation must not give room for more after it. */
export async function countEmails(
  environment: Pick<Environment, 'vault' | 'now'>,
  { id }: Pick<Actor, 'id'>,
  amount: number,
): Promise<CountedEmails> {
  const count = (change: number) => usageOf(environment).countInHour(`emails-of:${id}`, change);
  if (amount === 0) return NO_EMAILS;
  const isOver = (await count(amount)) > EMAILS_UNCONFIRMED;
  return {
    isOver,
    async takeBack() {
      await count(-amount);
    },
  };
}
