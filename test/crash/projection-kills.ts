import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Finding, Options, Pair } from './finding.ts';

const ROOT = join(import.meta.dirname, '../..');
const STORES: Readonly<Record<Pair, string>> = { embedded: 'sqlite', servers: 'mongodb' };

/** With fewer kills, no process would live long enough to write. */
const LEAST_KILLS = 8;

/** Kills the folding process between write and checkpoint, using the contract test's case. */
export async function killProjections(
  { pairs, kills: asked }: Options,
  say: (line: string) => void,
): Promise<Finding[]> {
  const kills = Math.max(asked, LEAST_KILLS);
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const file = `test/contract/killed-projections.${STORES[pair]}.test.ts`;
    const run = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contract', file];
    const child = spawn(process.execPath, run, {
      cwd: ROOT,
      env: { ...process.env, KILLS: String(kills) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    // A run that skips every test counts as no run.
    const hasRun = code !== 0 || !output.includes('\n0 passed, ');
    if (code !== 0) say(output);
    findings.push({
      promise: `Projections killed between write and checkpoint, ${STORES[pair]}: equal to a plain fold`,
      figure: hasRun ? `${kills} kills: ${code === 0 ? 'equal' : 'not equal'}` : 'needs a server that is not there',
      holds: hasRun ? code === 0 : null,
    });
  }
  return findings;
}
