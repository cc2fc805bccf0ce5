import { spawnSync } from 'node:child_process';
import { BOUNDARIES } from './boundaries.ts';
import { findFolderCircles } from './folder-circles.ts';
import { findForeignLicences } from './licences.ts';
import { findSlowPatterns } from './slow-patterns.ts';

/** What the last run found of files that have not changed, which makes the next one ten times as fast. */
const knownTypes = (part: string) => ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${part}`];
/** Each checker works out for itself the types that all of them share: by default four take twice the processor time. */
const CHECKERS = ['--checkers', '1'];

/** Prints a verdict for each check; exits with 1 if one fails. */
const CHECKS: readonly (readonly [string, string, ...string[]])[] = [
  ['types (server)', 'tsc', '-p', '.', ...CHECKERS, ...knownTypes('server')],
  ['types (web)', 'tsc', '-p', 'web', ...CHECKERS, ...knownTypes('web')],
  ['lint and format', 'biome', 'check', '.'],
  ['boundaries', 'depcruise', ...BOUNDARIES],
  ['dead code', 'knip'],
];

let isGood = true;
for (const [name, program, ...options] of CHECKS) {
  const started = performance.now();
  const run = spawnSync(program, options, { encoding: 'utf8', shell: false });
  const passed = run.status === 0;
  isGood &&= passed;
  console.log(`${passed ? '✔' : '✖'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!passed) console.log(`${run.error?.message ?? ''}${run.stdout ?? ''}${run.stderr ?? ''}`);
}
for (const [name, find] of [
  ['folders without circles', findFolderCircles],
  ['licences', findForeignLicences],
  ['regular expressions', findSlowPatterns],
] as const) {
  const started = performance.now();
  const findings = await find();
  isGood &&= findings.length === 0;
  const verdict = `${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
  console.log(findings.length === 0 ? `✔ ${verdict}` : `✖ ${verdict}\n${findings.join('\n')}`);
}
process.exitCode = isGood ? 0 : 1;
