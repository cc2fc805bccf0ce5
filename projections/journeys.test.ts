import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationStatus } from '../domain/application/statuses.ts';
import { type Journey, journeysOf, upToPosition, upToTime } from '../domain/reports/journey.ts';
import {
  copied,
  documentsOf,
  erased,
  type History,
  moved,
  onDay,
  removed,
  submitted,
  transferred,
} from '../test/support/journeys.ts';
import { MemoryLog } from '../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../test/support/read-models.ts';
import type { Happening } from '../test/support/recorded.ts';
import { Generation } from './engine/generation.ts';
import { visible } from './engine/visible.ts';
import { type JourneyDocument, journeys } from './journeys.ts';

interface Step {
  readonly kind: 'apply' | 'move' | 'undo' | 'transfer' | 'copy' | 'return' | 'erase' | 'remove';
  readonly of: number;
  readonly batch: string;
  readonly to: ApplicationStatus;
}

interface Kept {
  batch: string;
  /** `since`: of the status that a copy begins with, whose undo names the copy's own time. */
  trail: { status: ApplicationStatus; at: string; since?: string }[];
  state: 'live' | 'moving' | 'moved' | 'gone';
  canUndo: boolean;
  /** Its original, or the original of that, has returned. */
  isLeft: boolean;
  original: Kept | null;
}

const begun = { state: 'live', canUndo: false, isLeft: false, original: null } as const;
const isCopyOf = (one: Kept, original: Kept): boolean =>
  one.original !== null && (one.original === original || isCopyOf(one.original, original));

/** Plays a random history as the commands would, and keeps each way independently of the projection. */
function play(steps: readonly Step[]) {
  const log = new MemoryLog();
  const kept = new Map<string, Kept>();
  const snapshots: string[][] = [];
  const append = (id: string, event: Happening[1]) => {
    const at = new Date(Date.UTC(2026, 2, 1) + log.events.length * 3_600_000).toISOString();
    log.append(`application-${id}`, event, at);
    return at;
  };
  for (const { kind, of, batch, to } of steps) {
    const ids = [...kept.keys()];
    const id = ids[of % Math.max(1, ids.length)] ?? '';
    const one = kept.get(id);
    const made = `a${ids.length}`;
    const last = one?.trail.at(-1);
    const before = log.events.length;
    if (kind === 'apply' || !one || !last) {
      const at = append(made, submitted(batch));
      kept.set(made, { ...begun, batch, trail: [{ status: 'NEW', at }] });
    } else if (kind === 'move' && one.state === 'live' && last.status !== to) {
      one.trail.push({ status: to, at: append(id, moved(last.status, to)) });
      one.canUndo = true;
    } else if (kind === 'undo' && one.state === 'live' && one.canUndo) {
      const former = one.trail.at(-2) as Kept['trail'][number];
      append(id, moved(last.status, former.status, former.since ?? former.at));
      one.trail.pop();
      one.canUndo = false;
    } else if (kind === 'transfer' && one.state === 'live') {
      append(id, transferred(last.status, batch, made));
      one.state = 'moving';
    } else if (kind === 'copy' && one.state === 'moving') {
      const since = append(made, copied(id, batch, last.status));
      const trail = [...one.trail.slice(0, -1), { ...last, since }];
      kept.set(made, { ...begun, batch, trail, isLeft: one.isLeft, original: one });
      one.state = 'moved';
    } else if (kind === 'return' && (one.state === 'moved' || one.state === 'moving')) {
      one.trail.push({ status: 'TRANSFERRED', at: '' }, { status: to, at: append(id, moved('TRANSFERRED', to)) });
      Object.assign(one, { state: 'live', canUndo: false });
      for (const other of kept.values()) if (isCopyOf(other, one)) other.isLeft = true;
    } else if (kind === 'erase' || kind === 'remove') {
      append(id, kind === 'erase' ? erased : removed);
      one.state = 'gone';
    }
    if (log.events.length > before) snapshots.push(expectedOf(kept));
  }
  return { log, snapshots };
}

const expectedOf = (kept: ReadonlyMap<string, Kept>): string[] =>
  [...kept]
    .filter(([, { state }]) => state === 'live' || state === 'moving')
    .filter(([, { trail, state, isLeft }]) => !(isLeft && state === 'live' && trail.at(-1)?.status === 'CANCELLED'))
    .map(([id, { batch, trail, state }]) => {
      const statuses = [...trail.map(({ status }) => status), ...(state === 'moving' ? ['TRANSFERRED'] : [])];
      return `${id} ${batch} ${trail[0]?.at} ${statuses.filter((status, n) => status !== statuses[n - 1]).join('>')}`;
    })
    .sort();

const written = (all: readonly Journey[]): string[] =>
  all
    .map(
      ({ id, batchId, appliedAt, stays }) =>
        `${id} ${batchId} ${appliedAt} ${stays.map(({ status }) => status).join('>')}`,
    )
    .sort();

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('apply', 'move', 'move', 'move', 'undo', 'transfer', 'copy', 'return', 'erase', 'remove'),
  of: fc.nat(20),
  batch: fc.constantFrom('java', 'stack'),
  to: fc.constantFrom('NEW', 'INTERVIEW PENDING', 'CONTRACT RECEIVED', 'WITHDRAWN', 'CANCELLED'),
});
const page = fc.record({ size: fc.integer({ min: 1, max: 3 }), isKept: fc.boolean() });

let models: ReadModels;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(async () => {
  await models.close();
  await removeReadModels(models);
});

test('each way equals a plain one after every event of a random history, folded once or again, and as of any moment', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.array(page, { maxLength: 20 }), async (steps, pages) => {
      const { log, snapshots } = play(steps);
      runs += 1;
      const open = (name: string) => Generation.open(models.store, log.storeId, journeys, name);
      const held = async ({ collection }: Generation) =>
        (await visible<JourneyDocument>(collection).find({})).documents;
      const ways = (documents: readonly JourneyDocument[], cut?: Parameters<typeof journeysOf>[2]) =>
        written(journeysOf(documents, new Map(documents.map((document) => [document._id, document])), cut));
      let generation = await open(`journeys@0.${runs}`);
      let folded = 0;
      for (const { size, isKept } of [...pages, { size: 200, isKept: true }]) {
        await generation.foldPage(await log.readAll({ after: generation.position, limit: size }));
        folded = Math.max(folded, Number(generation.position));
        if (folded > 0) expect(ways(await held(generation))).toEqual(snapshots[folded - 1]);
        if (isKept) await generation.saveCheckpoint(true);
        // Without a checkpoint the same events are folded again.
        generation = await open(`journeys@0.${runs}`);
      }
      const fresh = await open(`journeys@0.fresh-${runs}`);
      await fresh.foldPage(await log.readAll({ after: 0n, limit: 200 }));
      const documents = await held(generation);
      expect(documents).toEqual(await held(fresh));
      // Erasures apply to the past as well, so only histories without one equal what was counted then.
      if (log.events.some(({ type }) => type === 'PersonalDataErased' || type === 'ApplicationRemoved')) return;
      for (const [index, expected] of snapshots.entries()) {
        expect(ways(documents, upToPosition(BigInt(index + 1)))).toEqual(expected);
        expect(ways(documents, upToTime(log.events[index]?.at ?? ''))).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
});

test('a transfer changes neither the number of applicants nor the day on which one applied', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { snapshots } = play(steps.filter(({ kind }) => kind !== 'return'));
      const days = (lines: readonly string[] = []) => lines.map((line) => line.split(' ')[2]).sort();
      const { log } = play(steps.filter(({ kind }) => kind !== 'return'));
      log.events.forEach(({ type }, index) => {
        if (type === 'ApplicationTransferred' || type === 'ApplicationCopied') {
          expect(days(snapshots[index])).toEqual(days(snapshots[index - 1]));
        }
      });
    }),
  );
});

test('an erased application keeps no source and no moves, unless a copy continues them', () => {
  const documents = documentsOf([
    [0, 'a', submitted('java', 'Radio')],
    [1, 'a', moved('NEW', 'INTERVIEW PENDING')],
    [2, 'a', erased],
    [3, 'a', moved('INTERVIEW PENDING', 'WITHDRAWN')],
    [4, 'b', submitted('java', 'Radio')],
    [5, 'b', transferred('NEW', 'stack', 'c')],
    [5, 'c', copied('b', 'stack', 'NEW')],
    [6, 'b', removed],
  ]);
  expect(documents.get('a')).toMatchObject({ isErased: true, source: null, moves: [], scores: [] });
  expect(documents.get('b')).toMatchObject({ isErased: true, source: null });
  expect(journeysOf(documents.values(), documents)).toMatchObject([{ id: 'c', appliedAt: onDay(4) }]);
});

test('the moves of erased originals are kept no longer than the last copy', () => {
  const history: History = [
    [0, 'd', submitted('java')],
    [1, 'd', transferred('NEW', 'stack', 'e')],
    [1, 'e', copied('d', 'stack', 'NEW')],
    [2, 'e', transferred('NEW', 'java', 'f')],
    [2, 'f', copied('e', 'java', 'NEW')],
    [3, 'd', erased],
    [3, 'e', erased],
  ];
  expect(documentsOf(history).get('d')?.moves).not.toEqual([]);
  const after = documentsOf([...history, [4, 'f', erased]]);
  for (const id of ['d', 'e', 'f']) expect(after.get(id)?.moves).toEqual([]);
});
