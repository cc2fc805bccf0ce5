import { parseCLI, startVitest } from 'vitest/node';

/** `npm test [-- filter … --project kind … --servers]` with vitest's own options; `--servers` runs the whole API on servers too. */
const words = process.argv.slice(2);
if (words.includes('--servers')) process.env.ALL_ON_SERVERS = '1';
const { filter, options } = parseCLI(['vitest', 'run', ...words.filter((word) => word !== '--servers')]);
const vitest = await startVitest('test', [...filter], { ...options, watch: false, run: true });
await vitest.close();
