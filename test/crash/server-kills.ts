import { setTimeout as pause } from 'node:timers/promises';
import { eachEmailedOnce } from './emails.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { openInstallation } from './installation.ts';
import { createLoad, type Load } from './load.ts';
import { openSchool } from './school.ts';

/** FerretDB 1 reads a whole collection for each update; a new school keeps the collections small. */
const KILLS_OF_ONE_SCHOOL: Readonly<Record<Pair, number>> = { embedded: 25, servers: 10 };

const LONGEST_MS = 5000;

/** kill -9 at random moments under 32 writers: acknowledged commands survive exactly once, and `intake verify` passes. */
export async function killServers({ pairs, kills }: Options, say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const total = { kills: 0, answered: 0, repeated: 0, slowestStart: 0, events: 0, mails: 0 };
    while (total.kills < kills) {
      await killOneSchool(pair, Math.min(kills - total.kills, KILLS_OF_ONE_SCHOOL[pair]), total);
      say(`${pair}: ${total.kills} kills, ${total.answered} commands answered, all there, none duplicated`);
    }
    findings.push({
      promise: `kill -9 of the server under 32 writers, ${pair}`,
      figure: `${total.kills} kills; ${total.answered} commands answered, 0 lost, 0 duplicated; ${total.repeated} with unknown outcome repeated; ${total.events} events without a gap, read models equal to a fresh fold; ${total.mails} applicants emailed, each once; slowest start ${Math.round(total.slowestStart)} ms`,
      holds: true,
    });
  }
  return findings;
}

interface Total {
  kills: number;
  answered: number;
  repeated: number;
  slowestStart: number;
  events: number;
  mails: number;
}

async function killOneSchool(pair: Pair, kills: number, total: Total): Promise<void> {
  await using installation = await openInstallation(pair);
  let { server } = await installation.startPortal();
  const school = await openSchool(installation, server.url);
  const load = createLoad(school);
  for (let kill = 0; kill < kills; kill += 1) {
    const writing = load.start(server.url);
    await someAnswered(load);
    await pause(Math.random() * 500);
    writing.end();
    await server.kill();
    await writing.ended;
    server = await installation.start(pair === 'servers' ? 'api' : 'all');
    total.slowestStart = Math.max(total.slowestStart, server.readyAfterMs);
    await load.compare(server.url);
    await load.repeatDoubtful(server.url);
    await load.repeatAnswered(server.url);
    await load.compare(server.url);
    total.kills += 1;
  }
  total.events += await verified(installation);
  total.mails += await eachEmailedOnce(installation.directory, load.emails());
  total.answered += load.answered;
  total.repeated += load.repeated;
}

/** Enough that some commands are answered and others in flight; slow pairs get some seconds. */
async function someAnswered(load: Load): Promise<void> {
  const enough = load.answered + Math.random() * 96;
  for (const since = performance.now(); load.answered < enough && performance.now() - since < LONGEST_MS; ) {
    await pause(10);
  }
}

/** The count of `intake verify`, which throws at any defect. Retries if a store was too busy to compare. */
export async function verified({ intake }: { intake(...words: string[]): Promise<string> }): Promise<number> {
  for (let tries = 3; ; tries -= 1) {
    try {
      return JSON.parse(await intake('--json', 'verify')).events;
    } catch (error) {
      if (tries === 1 || !String(error).includes('cannot be compared')) throw error;
    }
  }
}
