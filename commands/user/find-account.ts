import { type UserState, user } from '../../domain/user/user.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';

export interface Account {
  readonly userId: string;
  /** `exists` is false where nobody has signed up with this e-mail: the id is the one that they would get. */
  readonly state: UserState;
}

/** The account of an e-mail, by the identity of its stream; those before it have been erased. */
export async function findAccount(environment: Pick<Environment, 'log' | 'identity'>, email: string): Promise<Account> {
  for (let n = 0; ; n += 1) {
    const userId = environment.identity.userId(email, n);
    const { state } = await load(environment, user, userId);
    if (!state.isErased) return { userId, state };
  }
}
