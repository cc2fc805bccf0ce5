import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { createBuckets } from '../../domain/report-catalogue/buckets.ts';
import { medianOf, p90Of } from '../../domain/reports/quantiles.ts';
import { type ReportQuestion, TIME_UNITS, type TimeUnit } from '../../domain/saved-report/details.ts';
import { dayIn } from '../../domain/values/days.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { createRouter, type FoldedDocument } from '../engine/routing.ts';
import type { ReportShard } from './contributions.ts';
import { planOf } from './plan.ts';
import { foldsOf } from './report-folds.ts';
import { type ReportTable, type TabulateOptions, tabulate } from './tabulate.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 2, 1, 9);

const ZONES = [
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
];

const asked = (more: Partial<ReportQuestion>): ReportQuestion => ({
  events: ['ApplicationSubmitted'],
  where: [],
  groupBy: [],
  measure: { kind: 'count' },
  ...more,
});
const by = (field: string, when: 'today' | 'event' = 'today') => ({ kind: 'field', field, when }) as const;
const is = (field: string, when: 'today' | 'event', ...values: string[]) => ({ field, when, isNot: false, values });

class History {
  readonly log = new MemoryLog();

  #add(stream: string, type: string, data: object, personal?: object): this {
    const at = new Date(START + this.log.events.length * HOUR_MS).toISOString();
    this.log.append(stream, { type, data, ...(personal && { personal }) }, at);
    return this;
  }
  submit = (id: string, batchId: string, { source = null as string | null, heard = null as string | null } = {}) =>
    this.#add(
      `application-${id}`,
      'ApplicationSubmitted',
      { batchId, tracking: { source }, userId: null },
      { values: { ...(heard && { heard }) } },
    );
  status = (id: string, to: ApplicationStatus) => this.#add(`application-${id}`, 'StatusChanged', { from: 'NEW', to });
  move = (id: string, from: ApplicationStatus, to: ApplicationStatus) =>
    this.#add(`application-${id}`, 'StatusChanged', { from, to });
  undo = (id: string, to: ApplicationStatus, since: number) =>
    this.#add(`application-${id}`, 'StatusChanged', { from: 'NEW', to, since: new Date(since).toISOString() });
  act = (id: string, data: object) => this.#add(`activity-${id}`, 'ActivityRecorded', data);
  answer = (id: string, heard: string) =>
    this.#add(`application-${id}`, 'DetailsSaved', { fields: ['heard'] }, { values: { heard } });
  transfer = (id: string, copyId: string, batchId: string) =>
    this.#add(`application-${id}`, 'ApplicationTransferred', { from: 'NEW', copyId, toBatchId: batchId }).#add(
      `application-${copyId}`,
      'ApplicationCopied',
      { fromId: id, batchId, status: 'NEW', tracking: { source: null }, userId: null },
      { values: {} },
    );
  score = (id: string, score: number | null) =>
    this.#add(`solution-${id}`, 'SolutionSubmitted', { assessmentId: 'a', score, isLate: false });
  erase = (id: string) => this.#add(`application-${id}`, 'PersonalDataErased', {});
  remove = (id: string) => this.#add(`application-${id}`, 'ApplicationRemoved', {});
}

/** Folds like the engine: each event once, even if it is delivered twice. */
class Fold {
  readonly #question: ReportQuestion;
  readonly #router: ReturnType<typeof createRouter>;
  readonly documents = new Map<string, FoldedDocument>();

  constructor(question: ReportQuestion) {
    this.#question = question;
    const projection = {
      name: 'report',
      version: 1,
      indexes: [],
      streams: () => [],
      ...foldsOf({ question, definition: 0 }),
    };
    this.#router = createRouter(projection);
  }
  take(events: readonly Recorded<AnyEvent>[]): this {
    for (const event of events) {
      for (const { id, fold } of this.#router(event)) {
        const before = this.documents.get(id);
        if (before && (before._pos ?? 0n) >= event.position) continue;
        const after = fold(before);
        if (after && after !== before) this.documents.set(id, { ...after, _pos: event.position });
      }
    }
    return this;
  }
  table(
    most: number | null = 14,
    offered: TabulateOptions['offered'] = new Map(),
    [unit, zone]: readonly [TimeUnit, string] = ['day', 'Asia/Manila'],
  ): ReportTable {
    const shards = [...this.documents.values()] as unknown as ReportShard[];
    const { startOf, between } = createBuckets(unit, zone);
    return tabulate(
      shards.flatMap(({ subjects }) => subjects),
      planOf(this.#question),
      { startOf, between, most, offered },
    );
  }
}

const tableOf = (history: History, question: ReportQuestion, most?: number) =>
  new Fold(question).take(history.log.events).table(most);
const groupsOf = ({ axes }: ReportTable, axis = 0) =>
  axes[axis]?.buckets.map(({ kind, key }, n) => [key ?? kind, axes[axis]?.figures[n]?.value]);

describe('what a report counts', () => {
  test('moves with its application between groups by present values, and stays in groups by the values at the event', () => {
    const history = new History().submit('1', 'spring').submit('2', 'spring').status('1', 'CONTRACT SENT');
    expect(groupsOf(tableOf(history, asked({ groupBy: [by('application.status')] })))).toEqual([
      ['CONTRACT SENT', 1],
      ['NEW', 1],
    ]);
    expect(groupsOf(tableOf(history, asked({ groupBy: [by('application.status', 'event')] })))).toEqual([['NEW', 2]]);
    expect(tableOf(history, asked({ where: [is('application.status', 'today', 'NEW')] })).total.value).toBe(1);
  });

  test('follows a transfer: the day and the total stay, only the present program differs', () => {
    const history = new History().submit('1', 'spring').transfer('1', '2', 'autumn').transfer('2', '3', 'winter');
    const day = { kind: 'time', unit: 'day', clock: 'recorded' } as const;
    const today = tableOf(history, asked({ groupBy: [day, by('application.batch')] }));
    expect(groupsOf(today)).toEqual([['2026-03-01', 1]]);
    expect(groupsOf(today, 1)).toEqual([['winter', 1]]);
    expect(groupsOf(tableOf(history, asked({ groupBy: [by('application.batch', 'event')] })))).toEqual([['spring', 1]]);
    const people = asked({ events: ['ApplicationSubmitted', 'ApplicationCopied'], measure: { kind: 'applications' } });
    expect(tableOf(history, people).total.value).toBe(1);
  });

  test('counts an application that has returned from its cancelled copy as itself', () => {
    const history = new History().submit('1', 'spring').transfer('1', '2', 'autumn').transfer('2', '3', 'winter');
    const counts = () => ['application.batch', 'application.status'].map((field) => groupsOf(figures(field)));
    const figures = (field: string) =>
      tableOf(history, asked({ groupBy: [by(field)], measure: { kind: 'applications' } }));
    history.move('3', 'NEW', 'CANCELLED');
    expect(counts()).toEqual([[['winter', 1]], [['CANCELLED', 1]]]);
    history.move('1', 'TRANSFERRED', 'CONTRACT SENT');
    expect(counts()).toEqual([[['spring', 1]], [['CONTRACT SENT', 1]]]);
    const people = asked({ events: ['StatusChanged'], measure: { kind: 'applications' } });
    expect(tableOf(history, people).total.value).toBe(1);
    history.move('3', 'CANCELLED', 'NEW');
    expect(tableOf(history, people).total.value).toBe(2);
    history.move('3', 'NEW', 'CANCELLED').transfer('1', '4', 'summer');
    expect(counts()).toEqual([[['summer', 1]], [['NEW', 1]]]);
  });

  test('of an erased person or a removed application is empty, whatever events follow', () => {
    const history = new History().submit('1', 'spring').submit('2', 'spring').submit('3', 'spring');
    history.erase('1').status('1', 'WITHDRAWN').remove('2');
    const question = asked({ events: ['ApplicationSubmitted', 'StatusChanged'], groupBy: [by('answer.heard')] });
    expect(tableOf(history, question).total.value).toBe(1);
    const stored = JSON.stringify([...new Fold(question).take(history.log.events).documents.values()], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(stored).toContain('"isGone":true');
    expect(stored.match(/"parts":\[\{/g)).toHaveLength(1);
  });

  test('never shows an answer that is no option, because it was given while the field was a text', () => {
    const history = new History()
      .submit('1', 'spring', { heard: 'radio' })
      .submit('2', 'spring', { heard: 'My uncle' });
    history.submit('3', 'spring', { heard: 'My aunt' }).submit('4', 'spring');
    const fold = new Fold(asked({ groupBy: [by('answer.heard')] })).take(history.log.events);
    const table = fold.table(null, new Map([['answer.heard', ['Radio', 'Web']]]));
    expect(groupsOf(table)).toEqual([
      ['radio', 1],
      ['former', 2],
      ['none', 1],
    ]);
    expect(table.cells.map(({ at, value }) => [...at, value])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(JSON.stringify(table)).not.toContain('My');
  });

  test('ignores the erasure of an application that it does not know, which may be of another school', () => {
    const history = new History().erase('1').remove('2');
    expect(new Fold(asked({})).take(history.log.events).documents.size).toBe(0);
  });

  test('in distinct applications is not the sum of its groups', () => {
    const history = new History().submit('1', 'spring').status('1', 'CONTRACT SENT').status('1', 'COMPLETE');
    const table = tableOf(
      history,
      asked({ events: ['StatusChanged'], measure: { kind: 'applications' }, groupBy: [by('data.to', 'event')] }),
    );
    expect(groupsOf(table)).toEqual([
      ['COMPLETE', 1],
      ['CONTRACT SENT', 1],
    ]);
    expect(table.total.value).toBe(1);
  });

  test('fills days without a case, and is split into 14 groups, other and none, which add up to the total', () => {
    const history = new History();
    for (let n = 0; n < 40; n += 1)
      history.submit(String(n), 'spring', { source: n < 20 ? `s${n}` : n < 30 ? 'Radio' : null });
    history.submit('41', 'spring', { source: ' radio' });
    const table = tableOf(history, asked({ groupBy: [by('application.source')] }));
    const [axis] = table.axes;
    expect(axis?.buckets).toHaveLength(16);
    expect(groupsOf(table)?.[0]).toEqual(['Radio', 11]);
    expect(axis?.buckets.slice(-2)).toEqual([
      { kind: 'other', key: null, groups: 7 },
      { kind: 'none', key: null, groups: 1 },
    ]);
    expect(axis?.figures.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(41);
    expect(
      tableOf(history, asked({ groupBy: [{ kind: 'time', unit: 'day', clock: 'recorded' }] })).axes[0]?.buckets,
    ).toHaveLength(3);
  });

  test('is in exactly one day, week and month of every zone, and the same in all', () => {
    const history = new History();
    // A quarter of a year of hours, with the clock changes of spring.
    for (let n = 0; n < 24 * 92; n += 1) history.submit(`${n}`, 'spring');
    for (const unit of TIME_UNITS) {
      const question = asked({ groupBy: [{ kind: 'time', unit, clock: 'recorded' }] });
      const fold = new Fold(question).take(history.log.events);
      for (const zone of ZONES) {
        const { axes, total } = fold.table(null, new Map(), [unit, zone]);
        const { buckets = [], figures = [] } = axes[0] ?? {};
        expect([zone, total.value, figures.reduce((sum, { value }) => sum + (value ?? 0), 0)]).toEqual([
          zone,
          24 * 92,
          24 * 92,
        ]);
        if (unit !== 'day') continue;
        const days = Map.groupBy(history.log.events, ({ at }) => dayIn(zone, at));
        expect(buckets.map(({ key }, n) => [key, figures[n]?.value])).toEqual(
          [...days].map(([day, all]) => [day, all.length]),
        );
      }
    }
  });

  test('sums numbers, and omits events without one', () => {
    const history = new History().submit('1', 'spring').score('1', 40).score('1', 60).score('1', null);
    const question = asked({ events: ['SolutionSubmitted'], measure: { kind: 'sum', field: 'data.score' } });
    expect(tableOf(history, question).total).toEqual({ value: 100, n: 2 });
  });

  test('as a time between two events uses the first of each, across transfers, and counts open ones', () => {
    const history = new History().submit('1', 'spring').submit('2', 'spring').submit('3', 'spring');
    history.transfer('1', '4', 'autumn').status('4', 'CONTRACT SENT').status('4', 'NEW').status('4', 'CONTRACT SENT');
    history.status('2', 'CONTRACT SENT');
    const table = tableOf(
      history,
      asked({
        events: ['StatusChanged'],
        where: [is('data.to', 'event', 'CONTRACT SENT')],
        measure: { kind: 'median', from: { event: 'ApplicationSubmitted', status: null } },
        groupBy: [by('application.batch')],
      }),
    );
    expect(table.total).toEqual({ value: 6 * HOUR_MS, n: 2, p90: null });
    expect(groupsOf(table)).toEqual([
      ['autumn', 5 * HOUR_MS],
      ['spring', 7 * HOUR_MS],
    ]);
    expect(table.open).toBe(1);
  });

  test('as a time between two events uses one clock for both, takes no undo for an arrival, and does not grow', () => {
    const history = new History().submit('1', 'spring').status('1', 'NEW');
    for (let n = 0; n < 50; n += 1) history.status('1', 'CONTRACT SENT');
    history.submit('2', 'spring').undo('2', 'CONTRACT SENT', START);
    const median = (clock: 'recorded' | 'happened') =>
      asked({
        events: ['StatusChanged'],
        where: [is('data.to', 'event', 'CONTRACT SENT')],
        measure: { kind: 'median', from: { event: 'ApplicationSubmitted', status: null } },
        groupBy: [{ kind: 'time', unit: 'day', clock }],
      });
    for (const clock of ['recorded', 'happened'] as const) {
      const { total, open } = tableOf(history, median(clock));
      expect([total, open]).toEqual([{ value: 2 * HOUR_MS, n: 1, p90: null }, 1]);
    }
    const fold = new Fold(median('recorded')).take(history.log.events);
    const subjects = [...fold.documents.values()].flatMap((shard) => (shard as unknown as ReportShard).subjects);
    expect(subjects.find(({ id }) => id === '1')?.parts).toHaveLength(1);
    const activity = { action: 'stepOpened', timestamp: new Date(START - HOUR_MS).toISOString() };
    const acted = new History().act('1', activity).submit('1', 'spring').status('1', 'CONTRACT SENT');
    const fromActivity = { kind: 'median', from: { event: 'ActivityRecorded', status: null } } as const;
    expect(tableOf(acted, { ...median('happened'), measure: fromActivity }).total.value).toBe(3 * HOUR_MS);
    expect(tableOf(acted, { ...median('recorded'), measure: fromActivity }).total.value).toBe(2 * HOUR_MS);
  });

  test('medians are exact, and fewer than 10 cases give no 90th percentile', () => {
    expect([medianOf([]), medianOf([3]), medianOf([1, 2]), medianOf([1, 2, 9])]).toEqual([null, 3, 1.5, 2]);
    const nine = Array.from({ length: 9 }, (_, n) => n + 1);
    expect([p90Of(nine), p90Of([...nine, 10]), p90Of([...nine, 10, 11])]).toEqual([null, 9, 10]);
  });
});

type Deed = (history: History, n: number) => void;
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const statuses = fc.constantFrom<ApplicationStatus[]>('NEW', 'CONTRACT SENT', 'COMPLETE', 'WITHDRAWN');
const batches = fc.constantFrom('spring', 'autumn', 'winter');
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(ids, batches, fc.option(fc.constantFrom('Radio', 'radio ', 'Web'))).map(
    ([id, batch, heard]): Deed =>
      (history) =>
        void history.submit(id, batch, { heard, source: heard }),
  ),
  fc.tuple(ids, statuses).map(
    ([id, to]): Deed =>
      (history) =>
        void history.status(id, to),
  ),
  fc.tuple(ids, fc.constantFrom('Radio', 'Web')).map(
    ([id, heard]): Deed =>
      (history) =>
        void history.answer(id, heard),
  ),
  fc.tuple(ids, batches).map(
    ([id, batch]): Deed =>
      (history, n) =>
        void history.transfer(id, `${id}${n}`, batch),
  ),
  fc.tuple(ids, fc.option(fc.nat(100))).map(
    ([id, score]): Deed =>
      (history) =>
        void history.score(id, score),
  ),
  ids.map(
    (id): Deed =>
      (history) => {
        const isThere = ({ stream, type }: Recorded<AnyEvent>) =>
          stream === `application-${id}` && type === 'ApplicationSubmitted';
        if (history.log.events.some(isThere)) history.erase(id);
      },
  ),
);

const QUESTIONS: readonly ReportQuestion[] = [
  asked({ events: ['ApplicationSubmitted', 'StatusChanged'], groupBy: [by('application.batch'), by('answer.heard')] }),
  asked({ events: ['StatusChanged'], measure: { kind: 'applications' }, groupBy: [by('application.status', 'event')] }),
  asked({
    events: ['StatusChanged'],
    where: [is('data.to', 'event', 'COMPLETE')],
    measure: { kind: 'median', from: { event: 'ApplicationSubmitted', status: null } },
    groupBy: [by('application.source')],
  }),
];

/** Computes the totals of the first two questions independently: from the events without those of erased people. */
function expectedTotals(events: readonly Recorded<AnyEvent>[]): readonly [number, number] {
  const erasedAt = new Map(
    events.filter(({ type }) => type === 'PersonalDataErased').map(({ stream }) => [stream, true] as const),
  );
  const left = events.filter(({ stream }) => !erasedAt.has(stream));
  const next = new Map(
    left.flatMap(({ stream, type, data }) =>
      type === 'ApplicationTransferred' ? [[idOf(stream), (data as { copyId: string }).copyId] as const] : [],
    ),
  );
  const known = new Set(left.map(({ stream }) => idOf(stream)));
  const lastOf = (id: string): string => {
    const copy = next.get(id);
    return copy !== undefined && known.has(copy) ? lastOf(copy) : id;
  };
  const changes = left.filter(({ type }) => type === 'StatusChanged');
  const submitted = left.filter(({ type }) => type === 'ApplicationSubmitted');
  return [submitted.length + changes.length, new Set(changes.map(({ stream }) => lastOf(idOf(stream)))).size];
}

test('after each event of any history, the incremental fold equals a fresh fold and an independent count', () => {
  fc.assert(
    fc.property(fc.array(deeds, { maxLength: 25 }), (wanted) => {
      const history = new History();
      const live = QUESTIONS.map((question) => new Fold(question));
      for (const [n, deed] of wanted.entries()) {
        const before = history.log.events.length;
        deed(history, n);
        const { events } = history.log;
        // The last ten are delivered twice.
        for (const fold of live) fold.take(events.slice(Math.max(0, before - 10)));
        const tables = live.map((fold) => fold.table());
        expect(tables).toEqual(QUESTIONS.map((question) => tableOf(history, question)));
        expect(tables.slice(0, 2).map(({ total }) => total.value)).toEqual(expectedTotals(events));
        const [counted] = tables;
        const sum = counted?.cells.reduce((all, { n: cases }) => all + cases, 0);
        expect(sum).toBe(counted?.total.n);
      }
    }),
    { numRuns: 60 },
  );
});
