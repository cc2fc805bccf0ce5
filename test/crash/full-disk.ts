import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, isOn, type Options } from './finding.ts';
import { openInstallation } from './installation.ts';
import { createLoad } from './load.ts';
import { openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const PROMISE =
  'A full disk: 503 with a clear message, reads continue, writes resume when space returns, 0 lost, embedded';
const REBUILD =
  'A disk that fills up during a rebuild: live read models are still served, and everything is correct when space returns, embedded';
const ROUNDS = 3;
const FULL_MS = 4000;
const SIZE = '64m';

/** Fills a small disk under 32 writers and during a rebuild. */
export async function fullDisk(options: Options): Promise<Finding[]> {
  if (!isOn(options, 'embedded')) return [];
  const disk = await mkdtemp(join(tmpdir(), 'intake-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]).status !== 0) {
    await rm(disk, { recursive: true });
    return [PROMISE, REBUILD].map((promise) => ({ promise, figure: 'needs the right to mount', holds: null }));
  }
  try {
    return await fillAgain(disk);
  } finally {
    spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  }
}

async function fillAgain(disk: string): Promise<Finding[]> {
  await using installation = await openInstallation('embedded', disk);
  const server = await installation.start();
  const school = await openSchool(installation, server.url);
  const load = createLoad(school);
  let [reads, slowestReturn] = [0, 0];
  const get = async (path: string) => {
    const { status, answer } = await school.call(server.url, { method: 'GET', path });
    if (status !== 200) throw new Error(`A read was answered ${status} on a full disk: ${JSON.stringify(answer)}`);
    reads += 1;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const writing = load.start(server.url, { isInsistent: true });
    await pause(1000);
    const makeSpace = fillDisk(disk);
    const refused = load.refusedLater;
    for (const since = performance.now(); performance.now() - since < FULL_MS; await pause(20)) {
      await get('/api/applications');
      await get('/api/batches');
    }
    if (load.refusedLater === refused) throw new Error('The disk was not full');
    const answered = load.answered;
    makeSpace();
    const since = performance.now();
    while (load.answered === answered) await Promise.race([pause(10), writing.ended]);
    slowestReturn = Math.max(slowestReturn, performance.now() - since);
    writing.end();
    await writing.ended;
    await load.compare(server.url);
  }
  const message = load.refusal ?? '';
  const full: Finding = {
    promise: PROMISE,
    figure: `${ROUNDS} times: ${load.refusedLater} × 503 "${message}", ${reads} reads of 200; the first 200 within ${(slowestReturn / 1000).toFixed(1)} s of space (writers try once a second); ${load.answered} commands answered, 0 lost`,
    holds: message.length > 0,
  };

  const outcomes: string[] = [];
  for (const leaving of [0, 100_000, 1_000_000]) {
    const makeSpace = fillDisk(disk, leaving);
    const outcome = await installation.intake('projections', 'rebuild', '--all').then(
      () => 'rebuilt',
      () => 'refused',
    );
    outcomes.push(outcome);
    await get('/api/applications');
    makeSpace();
    await load.compare(server.url);
  }
  await installation.intake('projections', 'rebuild', '--all');
  await load.compare(server.url);
  const events = await verified(installation);
  return [
    full,
    {
      promise: REBUILD,
      figure: `rebuilds of everything with 0, 0.1 and 1 MB left: ${outcomes.join(', ')}; reads 200 meanwhile; rebuilt with space again, ${events} events and every read model verified`,
      holds: outcomes[0] === 'refused',
    },
  ];
}

/** Fills the disk except for `leaving` bytes, and returns a function that frees it. */
function fillDisk(disk: string, leaving = 0): () => void {
  const ballast = join(disk, 'ballast');
  const descriptor = openSync(ballast, 'w');
  for (const size of [65_536, 1024, 1]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size));
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
    }
  }
  ftruncateSync(descriptor, fstatSync(descriptor).size - leaving);
  closeSync(descriptor);
  return () => unlinkSync(ballast);
}
