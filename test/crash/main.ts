import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFerretDb } from '../support/ferretdb.ts';
import { NO_SERVER } from '../support/mongodb.ts';
import { serversAway } from './away.ts';
import { damage } from './damage.ts';
import { killDigests } from './digest-kills.ts';
import { killDynamicBuilds } from './dynamic-kills.ts';
import type { Finding, Options, Pair, Script } from './finding.ts';
import { fullDisk } from './full-disk.ts';
import { killRotations } from './key-kills.ts';
import { poisonOneDocument } from './poison.ts';
import { killProjections } from './projection-kills.ts';
import { repeat } from './repeats.ts';
import { replay } from './replay.ts';
import { brokenOff, describeMachine, renderReport, verdictOf } from './report.ts';
import { killServers } from './server-kills.ts';
import { slowDisk } from './slow-disk.ts';
import { startAgain } from './start.ts';
import { stopUnderLoad } from './stop.ts';
import { switchUnderReads } from './switch.ts';
import { countSyncs } from './syncs.ts';
import { killDeliveries } from './webhook-kills.ts';
import { killWorkers } from './worker-kills.ts';

/** `npm run test:crash -- kills away --pair servers --kills 20 --write` runs the named scripts; without names, all. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  kills: killServers,
  workers: killWorkers,
  projections: killProjections,
  dynamic: killDynamicBuilds,
  webhooks: killDeliveries,
  digests: killDigests,
  keys: killRotations,
  syncs: countSyncs,
  damage,
  full: fullDisk,
  slow: slowDisk,
  repeats: repeat,
  poison: poisonOneDocument,
  switch: switchUnderReads,
  away: serversAway,
  replay,
  start: startAgain,
  stop: stopUnderLoad,
};
const PAIRS: readonly Pair[] = ['embedded', 'servers'];
const REPORT = join(import.meta.dirname, '../../docs/faults.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pair: { type: 'string' },
    kills: { type: 'string', default: '100' },
    long: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => !(name in SCRIPTS));
if (unknown !== undefined) refuse(`There is no script ${unknown}. These exist: ${Object.keys(SCRIPTS).join(', ')}.`);
if (values.pair !== undefined && !PAIRS.some((pair) => pair === values.pair))
  refuse(`There is no pair ${values.pair}.`);
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) refuse('--kills takes a whole number above 0.');

const isServed = findFerretDb() !== undefined;
if (!isServed && process.env.REQUIRE_SERVERS) refuse(`REQUIRE_SERVERS is set, but there is ${NO_SERVER}`);
const wanted = PAIRS.filter((pair) => values.pair === undefined || pair === values.pair);
const options: Options = {
  pairs: wanted.filter((pair) => pair === 'embedded' || isServed),
  kills,
  isLong: values.long,
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
console.log(describeMachine());
const findings: Finding[] = [];
if (options.pairs.length < wanted.length) {
  findings.push({ promise: 'Everything on servers', figure: `there is ${NO_SERVER}`, holds: null });
}
const chosen = Object.keys(SCRIPTS).filter((name) => positionals.length === 0 || positionals.includes(name));
for (const name of chosen) {
  const began = performance.now();
  findings.push(...(await findingsOf(name, SCRIPTS[name] as Script)));
  console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
}

console.log('');
for (const finding of findings) console.log(`${verdictOf(finding).padEnd(10)} ${finding.promise}: ${finding.figure}`);
if (values.write) {
  const before = await readFile(REPORT, 'utf8').catch(() => '');
  await writeFile(REPORT, renderReport(findings, chosen, before));
}
// Ends handles that a failed script has left open.
process.exit(findings.some(({ holds }) => holds === false) ? 1 : 0);

async function findingsOf(name: string, script: Script): Promise<readonly Finding[]> {
  try {
    return await script(options, (line) => console.log(`  ${name}: ${line}`));
  } catch (error) {
    console.error(error);
    return [{ promise: brokenOff(name), figure: error instanceof Error ? error.message : String(error), holds: false }];
  }
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}
