import { existsSync } from 'node:fs';
import { compose } from '../composition.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../logging.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { areShared } from '../stores.ts';
import { obstacleOf } from './obstacle.ts';
import { createOperator, describeOperation } from './operations.ts';
import { callOperator, OperationRefused, type Operator } from './socket.ts';

/**
 * An operator for one operation, and how to leave: the running server's, or one of this process where no server runs. That
 * one makes no data directory for an operation that founds nothing: its DATA_DIR is mistyped. Stores on servers are reached
 * from here, beside whoever else uses them, and never folded from here.
 */
export async function openOperator(
  config: Config,
  name: string,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const { kind, toleratesDamage = false } = describeOperation(name) ?? { kind: 'changes' };
  if (!areShared(config)) {
    const paths = dataPaths(config.dataDir);
    const running = await callOperator(paths.socket);
    if (running) return { operator: running.operator, close: async () => running.close() };
    const isThere = existsSync(config.eventStoreUrl === undefined ? paths.events : paths.vault);
    if (kind !== 'founds' && !isThere) throw new OperationRefused(`No Intake data in ${paths.path}.`);
  }
  const logger = createLogger(logLevelOf(config, kind === 'reads'));
  const composition = await compose(config, { logger, hasReactions: kind !== 'reads' });
  const obstacle = await obstacleOf(composition.engine);
  if (obstacle !== null && !toleratesDamage) {
    await composition.close();
    throw new OperationRefused(`The read models cannot follow the log. "intake verify" tells more. ${obstacle}`);
  }
  return { operator: createOperator(composition), close: () => composition.close() };
}

/** What only reads tells all that it finds in its answer. */
function logLevelOf({ logLevel }: Config, isReading: boolean): string {
  if (isReading && ['info', 'warn', 'error'].includes(logLevel)) return 'fatal';
  return logLevel === 'info' ? 'warn' : logLevel;
}
