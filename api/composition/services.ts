import type { Logger } from 'pino';
import { openHmacKey } from '../../commands/vault/hmac-key.ts';
import { createApiTokens } from '../auth/api-tokens.ts';
import { createCalendarFeeds } from '../auth/calendar-feeds.ts';
import { createClaims } from '../auth/claims.ts';
import { createKnownDevices } from '../auth/known-devices.ts';
import type { Site } from '../config/config.ts';
import { createFeed } from '../feed/feed.ts';
import type { Limits } from '../http/limits/limits.ts';
import { createMoments } from '../http/moments.ts';
import { createPositions } from '../http/positions.ts';
import { createLive } from '../live/live.ts';
import { createLiveMetrics } from '../metrics/live-metrics.ts';
import type { Composition } from './composition.ts';

/** `stopping` aborts with `ServerStopping` when the server stops, which ends long waits. */
export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(
  { masterKey, isMasterKeyNew: _isNew, codec: _codec, close: _close, ...composition }: Composition,
  given: {
    readonly site: Site;
    readonly logger: Logger;
    readonly limits: Limits;
    readonly stopping: AbortSignal;
    readonly now: () => number;
  },
) {
  const { engine, log, readModels, requiredFactors, sessions, metrics } = composition;
  const { logger, now, stopping } = given;
  const { derive } = composition;
  const positions = createPositions(derive);
  const moments = createMoments({ log, readModels, positions, now });
  return {
    ...composition,
    ...given,
    positions,
    moments,
    apiTokens: createApiTokens({ vault: composition.environment.vault, readModels, now }),
    calendarFeeds: createCalendarFeeds({ ...readModels, requiredFactors }),
    feed: createFeed({
      engine,
      events: composition.publicEvents,
      numbers: composition.feedNumbers,
      sessions,
      requests: composition.requests,
      stopping,
      key: await openHmacKey({ vault: composition.environment.vault, masterKey }),
    }),
    claims: createClaims({ derive, now }),
    knownDevices: createKnownDevices({ derive, now }),
    live: await createLive({
      engine,
      head: () => log.head(),
      positions,
      readModels,
      sessions,
      requiredFactors,
      metrics: createLiveMetrics(metrics.registry),
      onProblem: (message, error) => {
        if (!composition.outages.covers(error)) logger.warn({ err: error }, message);
      },
    }),
  };
}
