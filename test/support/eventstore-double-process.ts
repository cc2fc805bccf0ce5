import { startEventStoreDouble } from './eventstore-double.ts';

/**
 * The double as a program: `PORT` (0: any), `HOST`, `FILE` (keeps the log across a kill), `SYNC_MS` (until an
 * append is answered). Prints its connection string
 * when ready. Ends on SIGTERM, and with a parent that has opened a channel.
 */
const { PORT = '2113', HOST = '127.0.0.1', FILE, SYNC_MS = '0' } = process.env;

const double = await startEventStoreDouble({
  port: Number(PORT),
  host: HOST,
  syncMs: Number(SYNC_MS),
  ...(FILE ? { file: FILE } : {}),
});
process.stdout.write(`${double.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    double.resetStreams();
    await double.close();
    process.exit(0);
  });
}
process.once('disconnect', () => process.exit(0));
