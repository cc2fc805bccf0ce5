import type { Environment } from '../handling/environment.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Passwords } from './passwords.ts';

export interface AccountEnvironment extends Environment {
  readonly passwords: Passwords;
  readonly attempts: AttemptLimits;
  readonly endSessions: (userId: string) => Promise<void>;
}
