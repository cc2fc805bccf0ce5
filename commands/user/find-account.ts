import { type UserState, user } from '../../domain/user/user.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export interface Account {
  readonly userId: string;
  /** If `exists` is false, the id is that of a future account. */
  readonly state: UserState;
}

export async function findAccount(environment: Pick<Environment, 'log' | 'identity'>, email: string): Promise<Account> {
  for (let n = 0; ; n += 1) {
    const userId = environment.identity.userId(email, n);
    const { state } = await load(environment, user, userId);
    if (!state.isErased) return { userId, state };
  }
}
