import { parseCLI, startVitest } from 'vitest/node';

/** `npm test [-- filter … --project kind …]`: every suite but the long crash and load runs; takes the runner's own options. */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', [...filter], { ...options, watch: false, run: true });
await vitest.close();
