import type { Logger } from 'pino';
import type { SignedIds } from '../auth/signed-ids.ts';
import type { Composition } from '../composition/composition.ts';
import type { Site } from '../config/config.ts';
import type { Live } from '../live/live.ts';
import type { Limits } from './limits/limits.ts';
import type { Positions } from './positions.ts';

/** What routes may reach. */
export interface Services
  extends Pick<
    Composition,
    | 'config'
    | 'environment'
    | 'engine'
    | 'guard'
    | 'metrics'
    | 'readModels'
    | 'log'
    | 'keys'
    | 'tokens'
    | 'sessions'
    | 'stores'
    | 'outages'
    | 'requestKeys'
    | 'drafts'
    | 'preferences'
    | 'reactions'
    | 'sendLetter'
    | 'previewLetter'
    | 'privacy'
    | 'calendly'
    | 'outgoing'
    | 'backups'
  > {
  readonly site: Site;
  readonly logger: Logger;
  readonly claims: SignedIds;
  readonly knownDevices: SignedIds;
  readonly live: Live;
  readonly limits: Limits;
  readonly positions: Positions;
  /** Aborts with `ServerStopping` when the server is told to stop: long waits for others end then. */
  readonly stopping: AbortSignal;
}
