import { failureLine } from './logging/failure-line.ts';
import { runCommand, sayFailure } from './operator/command-line.ts';

/** `npm run intake -- …` */
const words = process.argv.slice(2);

// With a handler, half-written files are removed before the process ends.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => process.exit(code));
}
process.on('uncaughtException', (error) => {
  sayFailure(failureLine(error), words, process);
  process.exit(1);
});
const code = await runCommand(words, process);
// A pipe takes only 64 kB at once.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
);
// Open handles, such as a store that does not answer, must not keep the command alive.
process.exit(code);
