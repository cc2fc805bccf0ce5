import { createVitest, parseCLI, TestsNotFoundError } from 'vitest/node';

/** More files than these fail because of the code, not by chance. */
const MOST_RUN_AGAIN = 2;

/**
 * `npm test [-- filter … --project kind … --servers]` with vitest's own options; `--servers` runs the whole API on servers
 * too. With `RERUN_FAILED=1` up to two failed files run once more at the end, from their first test, with nothing beside
 * them.
 */
const words = process.argv.slice(2);
if (words.includes('--servers')) process.env.ALL_ON_SERVERS = '1';
const { filter, options } = parseCLI(['vitest', 'run', ...words.filter((word) => word !== '--servers')]);
process.env.NODE_ENV ??= 'test';
// Unlike `startVitest` it leaves what global setups have made until all has run.
const vitest = await createVitest({ ...options, watch: false, run: true });
try {
  await vitest.start([...filter]);
} catch (error) {
  // Then it has set the exit code.
  if (!(error instanceof TestsNotFoundError)) throw error;
}

const failed = vitest.state.getTestModules().filter((module) => module.state() === 'failed');
const isByChance =
  failed.length > 0 && failed.length <= MOST_RUN_AGAIN && vitest.state.getUnhandledErrors().length === 0;
if (process.env.RERUN_FAILED === '1' && isByChance) {
  console.log(`\nRun again: ${failed.map(({ relativeModuleId }) => relativeModuleId).join(', ')}`);
  process.exitCode = 0;
  await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()));
}
await vitest.close();
