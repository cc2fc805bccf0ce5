import { startEventStoreDouble } from './eventstore-double.ts';

/**
 * The double as a program: `PORT` (0: any), `HOST`, `FILE` (kept across a kill; without it nothing is kept). Prints its
 * connection string when it answers. SIGTERM ends it, and so does the end of a parent that has opened a channel to it.
 */
const { PORT = '2113', HOST = '127.0.0.1', FILE } = process.env;

const double = await startEventStoreDouble({ port: Number(PORT), host: HOST, ...(FILE ? { file: FILE } : {}) });
process.stdout.write(`${double.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    double.resetStreams();
    await double.close();
    process.exit(0);
  });
}
process.once('disconnect', () => process.exit(0));
