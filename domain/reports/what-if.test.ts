import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type History, journeysFrom, moved, onDay, submitted } from '../../test/support/journeys.ts';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import type { Journey } from './journey.ts';
import { pairOf, type Rules, readLimits, readRanking, WHAT_IF_SIDES, whatIf, whatIfMembers } from './what-if.ts';
import { textOf } from './words.ts';

const RULES: Rules = { mark: 60, limits: [{ status: 'NEW', days: 7 }], ranking: APPLICATION_STATUSES };

const ask = (assessmentId: string | null, then: Rules, instead: Rules) => ({
  assessmentId,
  then,
  instead,
  until: onDay(40),
});

const run = (journeys: readonly Journey[], question: ReturnType<typeof ask>) =>
  whatIf(
    journeys.map((journey) => pairOf(journey, question)),
    question.assessmentId !== null,
  );

/** Applications with scores; each signs or withdraws after `days`. */
function cohort(...given: readonly { score: number | null; days: number; signs: boolean }[]): readonly Journey[] {
  const history = given
    .flatMap(
      ({ days, signs }, n): History => [
        [0, `p${n}`, submitted('java')],
        [days, `p${n}`, moved('NEW', signs ? 'CONTRACT RECEIVED' : 'WITHDRAWN')],
      ],
    )
    .toSorted(([one], [other]) => one - other);
  return journeysFrom(...history).map((journey) => {
    const score = given[Number(journey.id.slice(1))]?.score ?? null;
    const moment = { at: onDay(1), position: '1', solutionId: 's', assessmentId: 'quiz' };
    return { ...journey, scores: score === null ? [] : [{ ...moment, score }] };
  });
}
const life = fc.record({
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  days: fc.integer({ min: 1, max: 30 }),
  signs: fc.boolean(),
});

test('the same rules give no difference', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 20 }), fc.integer({ min: 0, max: 100 }), (lives, mark) => {
      const result = run(cohort(...lives), ask('quiz', { ...RULES, mark }, { ...RULES, mark }));
      expect(result).toMatchObject({ persons: [], unknown: 0 });
      expect(result.table.rows.every(({ cells: [was, would, differ] }) => was === would && differ === 0)).toBe(true);
    }),
  );
});

test('a lower mark leaves open what would have followed, a higher one says what was lost', () => {
  const all = cohort(
    { score: 50, days: 5, signs: false },
    { score: 65, days: 5, signs: true },
    { score: 90, days: 5, signs: true },
    { score: null, days: 5, signs: false },
  );
  const lower = run(all, ask('quiz', RULES, { ...RULES, mark: 40 }));
  expect(lower).toMatchObject({ unknown: 1, persons: [{ id: 'p0', isUnknown: true }] });
  const higher = run(all, ask('quiz', RULES, { ...RULES, mark: 80 }));
  expect(textOf(higher.words)).toBe(
    '1 application differs of 4. 1 would not have passed; of these 1 signed, 0 ended, 0 are still open.',
  );
  expect(run(all, ask('quiz', RULES, { ...RULES, mark: 65 })).persons, 'a score that equals the mark').toEqual([]);
});

test('of several scores of one quiz the last one counts', () => {
  const [journey] = cohort({ score: 50, days: 5, signs: true }) as [Journey];
  const improved = { ...journey, scores: journey.scores.flatMap((first) => [first, { ...first, score: 90 }]) };
  expect(run([improved], ask('quiz', { ...RULES, mark: null }, RULES)).persons).toEqual([]);
});

test('other limits change who was overdue, another ranking who holds a seat', () => {
  const all = cohort({ score: null, days: 5, signs: true }, { score: null, days: 9, signs: false });
  const stricter = run(all, ask(null, RULES, { ...RULES, limits: [{ status: 'NEW', days: 3 }] }));
  expect(stricter.persons).toEqual([
    { id: 'p0', differences: ['overdue in NEW instead of never overdue'], isUnknown: false },
  ]);
  const ranking = [...APPLICATION_STATUSES.filter((status) => status !== 'WITHDRAWN'), 'WITHDRAWN' as const];
  const other = run(all, ask(null, RULES, { ...RULES, ranking }));
  expect(other.table.rows.find(({ key }) => key === 'seat')?.cells).toEqual([1, 2, 1]);
  expect(other.persons).toEqual([
    {
      id: 'p1',
      differences: ['came as far as WITHDRAWN instead of NEW', 'would hold a seat'],
      isUnknown: false,
    },
  ]);
});

test('each number counts exactly the applications that it opens', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 20 }), fc.integer({ min: 0, max: 100 }), (lives, mark) => {
      const all = cohort(...lives);
      const limits = [{ status: 'NEW', days: 3 }] as const;
      const question = ask('quiz', RULES, { ...RULES, mark, limits });
      const { table, words } = run(all, question);
      const pairs = all.map((journey) => pairOf(journey, question));
      for (const { key, cells } of table.rows) {
        const opened = WHAT_IF_SIDES.map((side) => whatIfMembers(pairs, key, side)?.ids.length);
        expect(opened).toEqual(cells);
      }
      for (const { text, members } of words) {
        if (members) {
          const { row = '' } = members as { row?: string };
          expect(whatIfMembers(pairs, row, 'differ')?.ids).toHaveLength(Number.parseInt(text, 10));
        }
      }
      expect(whatIfMembers(pairs, 'toString', 'was')).toBeNull();
    }),
  );
});

test('rules of a link that are not whole are refused', () => {
  expect(readLimits('NEW:7,CONTRACT SENT:21')).toEqual([
    { status: 'NEW', days: 7 },
    { status: 'CONTRACT SENT', days: 21 },
  ]);
  for (const text of ['NEW', 'NEW:0', 'NEW:7,NEW:8', 'nothing:7', 'NEW:1000']) expect(readLimits(text)).toBeNull();
  expect(readRanking(APPLICATION_STATUSES.join())).toEqual(APPLICATION_STATUSES);
  for (const text of ['', 'NEW', `${APPLICATION_STATUSES.join()},NEW`]) expect(readRanking(text)).toBeNull();
});
