import { MasterKeyRefused } from '../commands/vault/master-key.ts';
import { ConfigRefused, readConfig } from './config.ts';
import { startServer } from './server.ts';
import { DataDirectoryInUse } from './storage/data-directory.ts';

/** The server: reads the environment, starts everything, stops on SIGTERM and SIGINT within ten seconds. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await startServer(config, { isDevelopment: process.argv.includes('--dev') });
  console.log(`Intake listens on ${server.url}`);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

main().catch((error: unknown) => {
  const isTheirs =
    error instanceof ConfigRefused || error instanceof DataDirectoryInUse || error instanceof MasterKeyRefused;
  console.error(isTheirs ? (error as Error).message : error);
  process.exit(1);
});
