import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { type ComposeOptions, type Composition, compose } from './composition.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

/** Servers start in any order: one that is not there yet is waited for, and the log says so. What cannot be helped by waiting is thrown. */
export async function composeWhenReachable(config: Config, options: ComposeOptions): Promise<Composition> {
  for (let delay = FIRST_PAUSE_MS; ; delay = Math.min(2 * delay, LONGEST_PAUSE_MS)) {
    try {
      return await compose(config, options);
    } catch (error) {
      if (!isUnavailable(error) || !(config.eventStoreUrl ?? config.mongodbUrl)) throw error;
      options.logger.warn({ reason: (error as Error).message }, 'waiting for a server that cannot be reached yet');
      await pause(delay);
    }
  }
}
