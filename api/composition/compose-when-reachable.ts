import { retrying } from '../../timing/retrying.ts';
import type { Config } from '../config/config.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { type ComposeOptions, type Composition, compose } from './composition.ts';

const BACKOFF = { first: 250, longest: 2000 };

/** Servers start in any order, so it retries and logs; errors that waiting does not fix are thrown. */
export async function composeWhenReachable(config: Config, options: ComposeOptions): Promise<Composition> {
  return retrying(
    null,
    BACKOFF,
    () => compose(config, options),
    (error) => {
      if (!isUnavailable(error) || !(config.eventStoreUrl ?? config.mongodbUrl)) throw error;
      options.logger.warn({ reason: (error as Error).message }, 'waiting for a server that is not reachable yet');
    },
  );
}
