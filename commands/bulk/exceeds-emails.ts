import type { Actor } from '../../domain/access/actor.ts';
import { EMAILS_UNCONFIRMED } from '../../domain/bulk/action.ts';
import type { Environment } from '../handling/environment.ts';
import { usageOf } from '../vault/usage.ts';

/** Whether a person would send more emails in this hour than they may without a confirmation. If not, these are counted. */
export const exceedsEmails = async (
  environment: Pick<Environment, 'vault' | 'now'>,
  { id }: Pick<Actor, 'id'>,
  amount: number,
): Promise<boolean> =>
  !(await usageOf(environment).takeInHour(`unconfirmed-emails:${id}`, { amount, limit: EMAILS_UNCONFIRMED }));
