import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Finding, Options, Pair } from './finding.ts';

const ROOT = join(import.meta.dirname, '../..');
const STORES: Readonly<Record<Pair, string>> = { embedded: 'sqlite', servers: 'mongodb' };
const KILLS = 100;

/** The process that folds, killed between write and checkpoint: the contract's own story, as often as quality §1 asks. */
export async function killProjections({ pairs }: Options, say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const file = `test/contract/killed-projections.${STORES[pair]}.test.ts`;
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contract', file], {
      cwd: ROOT,
      env: { ...process.env, FULL: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) say(output);
    findings.push({
      promise: `Projections killed between write and checkpoint, ${STORES[pair]}: equal to a plain fold`,
      figure: `${KILLS} kills: ${code === 0 ? 'equal' : 'not equal'}`,
      holds: code === 0,
    });
  }
  return findings;
}
