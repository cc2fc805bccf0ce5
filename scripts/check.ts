import { spawnSync } from 'node:child_process';
import { BOUNDARIES } from './boundaries.ts';
import { findForeignLicences } from './licences.ts';

/** `npm run check`: types, lint and format, boundaries, dead code, licences. Prints each verdict; exit code 1 if one is no. */
const CHECKS: readonly (readonly [string, string, ...string[]])[] = [
  ['types (server)', 'tsc', '-p', '.'],
  ['types (web)', 'tsc', '-p', 'web'],
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
const foreign = findForeignLicences();
isGood &&= foreign.length === 0;
console.log(foreign.length === 0 ? '✔ licences' : `✖ licences\n${foreign.join('\n')}`);
process.exitCode = isGood ? 0 : 1;
