import { startVitest } from 'vitest/node';

/** `npm test [-- filter …]`: every suite but the long crash and load runs. */
const vitest = await startVitest('test', process.argv.slice(2), { watch: false, run: true });
await vitest.close();
