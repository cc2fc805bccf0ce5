import type { FileStore } from '../file-store/port.ts';
import type { Environment } from '../handling/environment.ts';
import type { AttemptLimits } from '../user/attempt-limits.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';

export interface FileEnvironment extends Environment {
  readonly files: FileStore;
  readonly keys: Pick<SubjectKeys, 'erase'>;
  readonly attempts: Pick<AttemptLimits, 'admitToday'>;
}
