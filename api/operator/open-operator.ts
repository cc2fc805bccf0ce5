import { compose } from '../composition.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../logging.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { createOperator } from './operations.ts';
import { callOperator, type Operator } from './socket.ts';

/** An operator to talk to, and how to leave: the running server's, or one of this process where no server runs. */
export async function openOperator(config: Config): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const running = await callOperator(dataPaths(config.dataDir).socket);
  if (running) return { operator: running.operator, close: async () => running.close() };
  const composition = await compose(config, {
    logger: createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel),
  });
  await composition.engine.whenReady();
  return { operator: createOperator(composition), close: () => composition.close() };
}
