import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../commands/event-store/event-log.ts';
import { createIdentity } from '../commands/identity.ts';
import type { AccountEnvironment } from '../commands/user/account-environment.ts';
import { createAttemptLimits, UNLIMITED } from '../commands/user/attempt-limits.ts';
import { createPasswords } from '../commands/user/passwords.ts';
import { openHmacKey } from '../commands/vault/hmac-key.ts';
import { openMasterKey } from '../commands/vault/master-key.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import { definitionOf } from '../domain/events.ts';
import type { Engine } from '../projections/engine/contract.ts';
import { createEngine } from '../projections/engine/engine.ts';
import { createCommandQueries } from './command-queries.ts';
import type { Config } from './config.ts';
import { createReadModels, PROJECTIONS, type ReadModels } from './read-models.ts';
import { createThreadRebuilder } from './rebuilder.ts';
import { openStores, type Stores } from './stores.ts';

/** The whole program but HTTP: what the server, the operator's CLI and the tests stand on. */
export interface Composition {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: EventLog;
  readonly masterKey: KeyObject;
  /** What every command takes. */
  readonly environment: AccountEnvironment;
  readonly engine: Engine;
  readonly readModels: ReadModels;
  /** In reverse order of opening: what is acknowledged stays, what runs ends. */
  close(): Promise<void>;
}

/**
 * Opens everything in order: stores, keys, log, read models. `now` is injected so that the demo and the tests choose the
 * time. Read models may still be catching up when it answers; `engine.whenReady()` tells.
 */
export async function compose(
  config: Config,
  { logger, now = Date.now }: { logger: Logger; now?: () => number },
): Promise<Composition> {
  const stores = await openStores(config);
  try {
    const { vault, eventStore, directory } = stores;
    const masterKey = await openMasterKey({ configured: config.masterKey, file: directory.masterKey, vault });
    const keys = createSubjectKeys({ vault, masterKey });
    const log = createEventLog({ store: eventStore, codec: createCodec({ definitionOf, keys }) });
    const engine = createEngine({
      log,
      readModels: stores.readModels,
      projections: PROJECTIONS,
      rebuilder: createThreadRebuilder(directory, masterKey),
      onProblem: (message, error) => logger.error({ err: error }, message),
    });
    await engine.start();
    const readModels = createReadModels(engine);
    const identity = createIdentity(await openHmacKey({ vault, masterKey }));
    const environment: AccountEnvironment = {
      log,
      vault,
      identity,
      queries: createCommandQueries(readModels),
      now,
      passwords: createPasswords({ vault }),
      attempts: config.hasRateLimits ? createAttemptLimits({ vault, now }) : UNLIMITED,
    };
    return {
      config,
      stores,
      log,
      masterKey,
      environment,
      engine,
      readModels,
      async close() {
        await engine.stop();
        await stores.close();
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
