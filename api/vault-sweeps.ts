import { load } from '../commands/handle.ts';
import type { Sweeps } from '../commands/vault/sweep.ts';
import { organization } from '../domain/organization/organization.ts';
import { user } from '../domain/user/user.ts';
import type { Composition } from './composition.ts';

/** What the vault holds no longer than it is needed (design §2). */
export const vaultSweeps = ({
  environment,
  tokens,
  sessions,
  requestKeys,
  reactions,
}: Pick<Composition, 'environment' | 'tokens' | 'sessions' | 'requestKeys' | 'reactions'>): Sweeps => ({
  'one-time tokens': () => tokens.sweep(),
  'attempt counts': () => environment.attempts.sweep(),
  sessions: () => sessions.sweep(),
  'request keys': () => requestKeys.sweep(),
  outbox: () => reactions.sweep(),
  passwords: (signal) =>
    environment.passwords.sweep(async (userId, passwordId) => {
      const { state } = await load(environment, user, userId);
      return state.passwordId === passwordId;
    }, signal),
  secrets: (signal) =>
    environment.secrets.sweep(async (organizationId, secretId) => {
      const { state } = await load(environment, organization, organizationId);
      return Object.values(state.secrets).includes(secretId);
    }, signal),
});
