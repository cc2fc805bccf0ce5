import { existsSync } from 'node:fs';
import { hasLeader } from '../../commands/worker/has-leader.ts';
import { type Composition, compose } from '../composition/composition.ts';
import type { Config } from '../config/config.ts';
import { createLogger, STANDARD_ERROR } from '../logging/logging.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { areShared } from '../storage/stores.ts';
import { obstacleOf } from './obstacle.ts';
import { createOperator, describeOperation, LEADER_WAIT_MS } from './operations.ts';
import { callOperator, type Operator } from './socket.ts';

export interface Session {
  readonly operator: Operator;
  /** A remark about the result; null for none. */
  readonly note: string | null;
  close(): Promise<void>;
}

/**
 * The running server's operator, or one in this process if no server runs. It creates a data directory only for an operation that
 * `founds`: otherwise DATA_DIR is mistyped. It never folds stores on servers.
 */
export async function openOperator(config: Config, name: string): Promise<Session> {
  const { kind, toleratesDamage = false } = describeOperation(name) ?? { kind: 'changes' };
  if (!areShared(config)) {
    const paths = dataPaths(config.dataDir);
    const running = await callOperator(paths.socket);
    if (running) return { operator: running.operator, note: null, close: async () => running.close() };
    const isThere = existsSync(config.eventStoreUrl === undefined ? paths.events : paths.vault);
    if (kind !== 'founds' && !isThere) throw new OperationRefused(`No Intake data in ${paths.path}.`);
  }
  const logger = createLogger(logLevelOf(config), STANDARD_ERROR);
  const composition = await compose(config, { logger, hasReactions: kind !== 'reads' });
  try {
    const note = await standingOf(composition, kind, toleratesDamage);
    return { operator: createOperator(composition), note, close: () => composition.close() };
  } catch (error) {
    await composition.close();
    throw error;
  }
}

/** A note about read models that are behind or null; refuses what needs them. */
async function standingOf(
  { engine, stores }: Composition,
  kind: 'founds' | 'changes' | 'reads',
  toleratesDamage: boolean,
): Promise<string | null> {
  const { areShared: isShared, vault } = stores;
  const caughtUp = async (): Promise<string | null> => {
    const obstacle = await obstacleOf(engine, stores);
    if (obstacle === null || toleratesDamage) return null;
    throw new OperationRefused(`The read models cannot follow the log. Run "intake verify" for details. ${obstacle}`);
  };
  if (!isShared) return caughtUp();
  const unled = async (): Promise<typeof UNLED | 'led'> =>
    (await hasLeader(vault, LEADER_WAIT_MS[kind])) ? 'led' : UNLED;
  if (kind !== 'reads') {
    if ((await unled()) === 'led') return caughtUp();
    throw new OperationRefused(`${UNLED}. Start one (ROLE=worker), then run this again.`);
  }
  const waited = caughtUp();
  waited.catch(() => undefined);
  const first = await Promise.race([waited, unled()]);
  if (first !== UNLED) return waited;
  const { projections } = await engine.status();
  if (toleratesDamage) return null;
  if (projections.some(({ generation }) => generation === null)) {
    throw new OperationRefused(`${UNLED}, and the read models have not been built yet. Start one (ROLE=worker).`);
  }
  return projections.some(({ lag }) => lag > 0) ? `${UNLED}: these results are older than the log.` : null;
}

const UNLED = 'No worker is running';

/** A command reports errors itself; `debug` shows the rest. */
const logLevelOf = ({ logLevel }: Config): string =>
  ['info', 'warn', 'error'].includes(logLevel) ? 'fatal' : logLevel;
