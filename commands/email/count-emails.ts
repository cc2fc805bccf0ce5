import type { Actor } from '../../domain/access/actor.ts';
import { EMAILS_UNCONFIRMED } from '../../domain/bulk/action.ts';
import type { Environment } from '../handling/environment.ts';
import { usageOf } from '../vault/usage.ts';

type Counting = Pick<Environment, 'vault' | 'now'>;

export interface CountedEmails {
  /** More than a person sends in this hour without a confirmation. */
  readonly isOver: boolean;
  /** Of those that are not sent; default: all. */
  release(amount?: number): Promise<void>;
}

export const NO_EMAILS: CountedEmails = { isOver: false, release: async () => {} };

/** Counts emails that a person is about to send, also confirmed ones: a confirmation must not give room for more after it. */
export async function countEmails(
  environment: Counting,
  { id = '' }: Pick<Actor, 'id'>,
  amount: number,
): Promise<CountedEmails> {
  if (amount === 0) return NO_EMAILS;
  const at = environment.now();
  const isOver = (await usageOf(environment).countInHour(ownerOf(id), amount, at)) > EMAILS_UNCONFIRMED;
  return { isOver, release: (unsent = amount) => releaseEmails(environment, { id, amount: unsent, at }) };
}

/** Of the hour in which they were counted. */
export async function releaseEmails(
  environment: Counting,
  { id, amount, at }: { readonly id: string; readonly amount: number; readonly at: number },
): Promise<void> {
  if (amount > 0) await usageOf(environment).countInHour(ownerOf(id), -amount, at);
}

const ownerOf = (id: string): string => `emails-of:${id}`;
