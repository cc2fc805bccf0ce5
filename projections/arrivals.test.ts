import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_TRACKING } from '../domain/application/events.ts';
import { foldWithCrashes, pagesOf } from '../test/support/crashing-generation.ts';
import { MemoryLog } from '../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../test/support/read-models.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { type ArrivalCounts, type ArrivalsDocument, arrivals, countsId, instantOf } from './arrivals.ts';
import type { Generation } from './engine/generation.ts';
import { visible } from './engine/visible.ts';

type Event = Happening[1];
const PERSONAL = { email: 'ada@example.com', values: {} };
const common = { organizationId: 'org', trackingNumber: 1, tracking: NO_TRACKING, userId: null };
const submitted = (batchId: string): Event => ({
  type: 'ApplicationSubmitted',
  data: { ...common, batchId },
  personal: PERSONAL,
});
const transferred = (toBatchId: string, copyId: string): Event => ({
  type: 'ApplicationTransferred',
  data: { from: 'NEW', toBatchId, copyId, commentId: 'c' },
  personal: { message: '' },
});
const copied = (fromId: string, batchId: string): Event => ({
  type: 'ApplicationCopied',
  data: {
    ...common,
    fromId,
    fromBatchId: '',
    batchId,
    status: 'NEW',
    adminAssigneeId: null,
    selectedPaymentModelId: null,
    calendlyEventUri: null,
    calendlyStartTime: null,
    calendlyJoinUrl: null,
    comments: [],
  },
  personal: { ...PERSONAL, messages: [] },
});
const reinstated: Event = { type: 'StatusChanged', data: { from: 'TRANSFERRED', to: 'NEW' } };
const cancelled: Event = { type: 'StatusChanged', data: { from: 'NEW', to: 'CANCELLED' } };
const reopened: Event = { type: 'StatusChanged', data: { from: 'CANCELLED', to: 'NEW' } };
const removed: Event = { type: 'ApplicationRemoved', data: {} };
const erased: Event = { type: 'PersonalDataErased', data: { reason: 'request', key: 'k', files: [] } };

type Step =
  | { readonly kind: 'apply'; readonly batch: string; readonly at: number }
  | {
      readonly kind: 'transfer' | 'copy' | 'reinstate' | 'cancel' | 'reopen' | 'erase' | 'remove';
      readonly of: number;
      readonly batch: string;
      readonly at: number;
    };

interface Kept {
  batch: string;
  appliedAt: number;
  state: 'live' | 'moving' | 'moved' | 'gone';
  target: string;
  isCancelled: boolean;
  /** Its original, or the original of that, has returned. */
  isLeft: boolean;
  original: Kept | null;
}

const begun = { state: 'live', target: '', isCancelled: false, isLeft: false, original: null } as const;
const isCopyOf = (one: Kept, original: Kept): boolean =>
  one.original !== null && (one.original === original || isCopyOf(one.original, original));

/** Applies a random history as the commands would, and counts it independently of the projection. */
function play(steps: readonly Step[]) {
  const log = new MemoryLog();
  const kept = new Map<string, Kept>();
  const append = (id: string, event: Event, at: number) =>
    log.append(`application-${id}`, event, new Date(at).toISOString());
  for (const step of steps) {
    const ids = [...kept.keys()];
    if (step.kind === 'apply' || ids.length === 0) {
      const id = `a${ids.length}`;
      append(id, submitted(step.batch), step.at);
      kept.set(id, { ...begun, batch: step.batch, appliedAt: step.at });
      continue;
    }
    const id = ids[step.of % ids.length] as string;
    const one = kept.get(id) as Kept;
    if (step.kind === 'transfer' && one.state === 'live' && !one.isCancelled && step.batch !== one.batch) {
      one.target = step.batch;
      append(id, transferred(one.target, `a${ids.length}`), step.at);
      one.state = 'moving';
    } else if (step.kind === 'copy' && one.state === 'moving') {
      const copy = `a${ids.length}`;
      append(copy, copied(id, one.target), step.at);
      const { target, appliedAt, isLeft } = one;
      kept.set(copy, { ...begun, batch: target, appliedAt, isLeft, original: one });
      one.state = 'moved';
    } else if (step.kind === 'reinstate' && (one.state === 'moved' || one.state === 'moving')) {
      append(id, reinstated, step.at);
      one.state = 'live';
      for (const other of kept.values()) if (isCopyOf(other, one)) other.isLeft = true;
    } else if (step.kind === 'cancel' && one.state === 'live' && !one.isCancelled) {
      append(id, cancelled, step.at);
      one.isCancelled = true;
    } else if (step.kind === 'reopen' && one.state === 'live' && one.isCancelled) {
      append(id, reopened, step.at);
      one.isCancelled = false;
    } else if (step.kind === 'erase' || step.kind === 'remove') {
      append(id, step.kind === 'erase' ? erased : removed, step.at);
      one.state = 'gone';
    }
  }
  const isCounted = ({ state, isCancelled, isLeft }: Kept) =>
    (state === 'live' || state === 'moving') && !(isCancelled && isLeft);
  return { log, counted: [...kept.values()].filter(isCounted) };
}

const keysOf = (documents: readonly ArrivalsDocument[]): readonly string[] =>
  documents
    .filter((document): document is ArrivalCounts => 'month' in document)
    .flatMap((counts) =>
      counts.quarters.flatMap((quarter, place) =>
        Array<string>(counts.counts[place] ?? 0).fill(`${counts.batchId} ${instantOf(counts, quarter)}`),
      ),
    )
    .sort();

const QUARTER = 15 * 60_000;
const batch = fc.constantFrom('java', 'stack');
const at = fc.integer({ min: Date.UTC(2026, 0, 31, 20), max: Date.UTC(2026, 1, 1, 4) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('apply' as const), batch, at }),
  fc.record({
    kind: fc.constantFrom('transfer', 'copy', 'copy', 'reinstate', 'cancel', 'cancel', 'reopen', 'erase', 'remove'),
    of: fc.nat(20),
    batch,
    at,
  }),
);
let models: ReadModels;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(async () => {
  await models.close();
  await removeReadModels(models);
});

describe('the counts of arrivals', () => {
  test('equal a plain count after each page of a random history, also if crashes repeat events', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), pagesOf(15, 5), async (steps, pages) => {
        const { log, counted } = play(steps);
        runs += 1;
        const held = async ({ collection }: Generation) =>
          (await visible<ArrivalsDocument>(collection).find({})).documents;
        const of = { store: models.store, log, projection: arrivals };
        const generation = await foldWithCrashes({ ...of, name: `arrivals@1.${runs}` }, pages);
        const fresh = await foldWithCrashes({ ...of, name: `arrivals@1.fresh-${runs}` }, []);
        expect(await held(generation)).toEqual(await held(fresh));
        expect(generation.quarantined.count).toBe(0);
        const expected = counted.map((one) => `${one.batch} ${Math.floor(one.appliedAt / QUARTER) * QUARTER}`);
        expect(keysOf(await held(generation))).toEqual(expected.sort());
      }),
      { numRuns: 60 },
    );
  });

  test('stay right when all is folded again after a crash, whichever document had not been written', async () => {
    const log = new MemoryLog();
    const history: readonly (readonly [string, Event])[] = [
      ['other', submitted('java')],
      ['a', submitted('java')],
      ['a', transferred('stack', 'b')],
      ['b', copied('a', 'stack')],
      ['a', reinstated],
      ['b', transferred('java', 'c')],
      ['c', copied('b', 'java')],
      ['c', cancelled],
      ['a', transferred('stack', 'd')],
      ['a', reinstated],
    ];
    for (const [id, event] of history) log.append(`application-${id}`, event, '2026-02-01T09:00:00.000Z');
    let runs = 0;
    const foldedAfter = async (...pages: Parameters<typeof foldWithCrashes>[1]) => {
      runs += 1;
      const of = { store: models.store, log, projection: arrivals, name: `arrivals@1.lost-${runs}` };
      const { collection } = await foldWithCrashes(of, pages);
      return (await visible<ArrivalsDocument>(collection).find({})).documents;
    };
    const fresh = await foldedAfter();
    const instant = Date.UTC(2026, 1, 1, 9);
    expect(keysOf(fresh)).toEqual([`java ${instant}`, `java ${instant}`]);
    for (const { _id } of fresh) {
      expect(await foldedAfter({ size: history.length, crash: { lost: [_id] } }), _id).toEqual(fresh);
    }
  });

  test('a transfer moves an applicant to the other batch, on the day of the original, also twice', () => {
    const all = given(
      arrivals,
      ['application-a', submitted('java')],
      ['application-a', transferred('stack', 'b')],
      ['application-b', copied('a', 'stack')],
      ['application-b', transferred('java', 'c')],
      ['application-c', copied('b', 'java')],
    );
    const quarters = (batchId: string) => (all.document(countsId(batchId, '2026-03')) as ArrivalCounts).quarters;
    expect(quarters('stack')).toEqual([]);
    expect(quarters('java')).toEqual([36]);
  });

  test('an applicant who returns from a transfer counts once, after the copy is cancelled', () => {
    const all = given(
      arrivals,
      ['application-a', submitted('java')],
      ['application-a', transferred('stack', 'b')],
      ['application-b', copied('a', 'stack')],
      ['application-b', cancelled],
      ['application-a', reinstated],
    );
    const quarters = (batchId: string) => (all.document(countsId(batchId, '2026-03')) as ArrivalCounts).quarters;
    expect([quarters('java'), quarters('stack')]).toEqual([[36], []]);
  });
});
