import type { Logger } from 'pino';
import type { SealedSecrets } from '../commands/vault/sealed-secrets.ts';
import type { Claims } from './auth/claims.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Composition } from './composition.ts';
import type { Site } from './config.ts';

/** What routes may reach. */
export interface Services extends Pick<Composition, 'config' | 'environment' | 'engine' | 'readModels' | 'log'> {
  readonly site: Site;
  readonly logger: Logger;
  readonly sessions: Sessions;
  readonly claims: Claims;
  readonly sealed: SealedSecrets;
}
