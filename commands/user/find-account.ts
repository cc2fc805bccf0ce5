import { type UserState, user } from '../../domain/user/user.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export interface Account {
  readonly userId: string;
  /** `exists` is false if nobody has signed up with this email; the id is then the future one. */
  readonly state: UserState;
}

/** The account of an email, by its stream id; earlier ones were erased. */
export async function findAccount(environment: Pick<Environment, 'log' | 'identity'>, email: string): Promise<Account> {
  for (let n = 0; ; n += 1) {
    const userId = environment.identity.userId(email, n);
    const { state } = await load(environment, user, userId);
    if (!state.isErased) return { userId, state };
  }
}
