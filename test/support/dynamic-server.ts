import { readConfig } from '../../api/config/config.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { startServer } from '../../api/server.ts';

/** Runs like `npm start`, with the dynamic projections that `DYNAMIC_PROJECTIONS` lists as JSON. */
const config = readConfig(process.env);
const server = await startServer(config, {
  logger: createLogger(config.logLevel, undefined, config.mailFrom),
  prepare: async ({ wanted }) => void wanted.set('test', JSON.parse(process.env.DYNAMIC_PROJECTIONS ?? '[]')),
});
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
