import type { Environment } from '../environment.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Passwords } from './passwords.ts';

/** What the commands about accounts reach beside the usual. */
export interface AccountEnvironment extends Environment {
  readonly passwords: Passwords;
  readonly attempts: AttemptLimits;
  /** Whoever is signed in to this account no longer is. */
  readonly endSessions: (userId: string) => Promise<void>;
}
