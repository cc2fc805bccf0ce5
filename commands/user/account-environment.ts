import type { Environment } from '../handling/environment.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Passwords } from './passwords.ts';

/** For commands on accounts. */
export interface AccountEnvironment extends Environment {
  readonly passwords: Passwords;
  readonly attempts: AttemptLimits;
  /** Ends all sessions of the account. */
  readonly endSessions: (userId: string) => Promise<void>;
}
