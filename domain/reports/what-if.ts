import { isOverdue } from '../application/overdue.ts';
import { faultOfLimits, type StatusLimit } from '../application/status-limits.ts';
import { APPLICATION_STATUSES, type ApplicationStatus, isApplicationStatus } from '../application/statuses.ts';
import { counted, grouped } from '../text/counted.ts';
import { currentStatus, hasEnded, hasSigned, isOpen, type Journey } from './journey.ts';
import type { Table } from './table.ts';
import { counting, plain, type Words } from './words.ts';

/** What each rule changes, printed on the page. */
export const WHAT_IF_RULES = [
  'A pass mark lets an application through if the score of the chosen quiz reaches it. The portal has no pass mark, because staff decide. The actual mark is the one that you say was used; without it, everyone passed.',
  'A time limit marks an application as overdue once it has been in a status for that many days. It changes no status.',
  'A ranking decides which statuses are at or beyond another one. Here it decides how far each application came, and which ones hold a seat (CONTRACT RECEIVED or beyond). We do not compute which steps it would have shown.',
  'We know what followed only for applications that passed the actual rule. Applications that pass only the other mark count as unknown. Nothing is recorded, and erased people are left out.',
] as const;

export interface Rules {
  /** A percentage; null lets everyone pass. */
  readonly mark: number | null;
  readonly limits: readonly StatusLimit[];
  /** All statuses, the lowest first. */
  readonly ranking: readonly ApplicationStatus[];
}

/** `NEW:7,CONTRACT SENT:21`; null if it is not like that. */
export function readLimits(text: string): readonly StatusLimit[] | null {
  const limits: StatusLimit[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [status = '', days = ''] = part.split(':');
    if (!isApplicationStatus(status) || !/^\d{1,3}$/.test(days)) return null;
    limits.push({ status, days: Number(days) });
  }
  return faultOfLimits(limits) === null ? limits : null;
}
export const writeLimits = (limits: readonly StatusLimit[]): string =>
  limits.map(({ status, days }) => `${status}:${days}`).join(',');

/** All statuses, each once. */
export function readRanking(text: string): readonly ApplicationStatus[] | null {
  const ranking = text.split(',').filter(isApplicationStatus);
  const isWhole = ranking.length === APPLICATION_STATUSES.length && new Set(ranking).size === ranking.length;
  return isWhole ? ranking : null;
}

interface Outcome {
  readonly score: number | null;
  readonly passes: boolean;
  readonly overdueIn: readonly ApplicationStatus[];
  readonly furthest: ApplicationStatus;
  readonly hasSeat: boolean;
}

/** One history under some rules. `until` ends stays that last. */
function outcomeOf(journey: Journey, assessmentId: string | null, rules: Rules, until: string): Outcome {
  const score = journey.scores.findLast((scored) => scored.assessmentId === assessmentId)?.score ?? null;
  const rankOf = (status: ApplicationStatus) => rules.ranking.indexOf(status);
  const overdue = journey.stays.filter(({ status, from, to }) =>
    isOverdue({ status, statusSince: from }, rules.limits, Date.parse(to ?? until)),
  );
  const furthest = journey.stays.reduce(
    (best, { status }) => (rankOf(status) > rankOf(best) ? status : best),
    journey.stays[0]?.status ?? 'NEW',
  );
  return {
    score,
    passes: score !== null && (rules.mark === null || score >= rules.mark),
    overdueIn: APPLICATION_STATUSES.filter((status) => overdue.some((stay) => stay.status === status)),
    furthest,
    hasSeat: rankOf(currentStatus(journey)) >= rankOf('CONTRACT RECEIVED'),
  };
}

export interface Differing {
  readonly id: string;
  readonly differences: readonly string[];
  /** Only the other mark lets it through. */
  readonly isUnknown: boolean;
}

export interface WhatIf {
  readonly table: Table;
  readonly words: readonly Words[];
  readonly unknown: number;
  readonly persons: readonly Differing[];
}

/** One history under both sets of rules. */
interface Pair {
  readonly journey: Journey;
  readonly was: Outcome;
  readonly would: Outcome;
}

interface Question {
  /** The quiz of the pass marks. */
  readonly assessmentId: string | null;
  readonly then: Rules;
  readonly instead: Rules;
  /** Ends stays that last; ISO-8601. */
  readonly until: string;
}

export const pairOf = (journey: Journey, { assessmentId, then, instead, until }: Question): Pair => ({
  journey,
  was: outcomeOf(journey, assessmentId, then, until),
  would: outcomeOf(journey, assessmentId, instead, until),
});

interface Row {
  readonly key: string;
  readonly title: string;
  readonly holds: (outcome: Outcome) => boolean;
}

const QUIZ_ROWS: readonly Row[] = [
  { key: 'passed', title: 'Passed', holds: ({ passes }) => passes },
  { key: 'failed', title: 'Did not pass', holds: ({ passes, score }) => !passes && score !== null },
  { key: 'unscored', title: 'No score', holds: ({ score }) => score === null },
];
const ROWS: readonly Row[] = [
  { key: 'overdue', title: 'Overdue at least once', holds: ({ overdueIn }) => overdueIn.length > 0 },
  { key: 'seat', title: 'Hold a seat', holds: ({ hasSeat }) => hasSeat },
  ...APPLICATION_STATUSES.map(
    (status): Row => ({
      key: `furthest ${status}`,
      title: `Came as far as ${status}`,
      holds: ({ furthest }) => furthest === status,
    }),
  ),
];

/** What the columns count. */
const SIDES = {
  was: { title: 'As it was', counts: (holds: Row['holds'], { was }: Pair) => holds(was) },
  would: { title: 'With the other rules', counts: (holds: Row['holds'], { would }: Pair) => holds(would) },
  differ: { title: 'Differ', counts: (holds: Row['holds'], { was, would }: Pair) => holds(was) !== holds(would) },
} as const;
type Side = keyof typeof SIDES;
export const WHAT_IF_SIDES = Object.keys(SIDES) as readonly Side[];

const isStopped = ({ was, would }: Pair): boolean => was.passes && !would.passes;
const isUnknown = ({ was, would }: Pair): boolean => would.passes && !was.passes;
const stoppedOne =
  (is: (status: ApplicationStatus) => boolean) =>
  (pair: Pair): boolean =>
    isStopped(pair) && is(currentStatus(pair.journey));

/** What the sentence counts. */
const SENTENCE_GROUPS: Readonly<Record<string, { readonly title: string; readonly holds: (pair: Pair) => boolean }>> = {
  all: { title: 'Applied', holds: () => true },
  differing: { title: 'Differ', holds: ({ was, would }) => differencesOf(was, would).length > 0 },
  stopped: { title: 'Would not have passed', holds: isStopped },
  stoppedSigned: { title: 'Would not have passed, and signed', holds: stoppedOne(hasSigned) },
  stoppedEnded: { title: 'Would not have passed, and ended', holds: stoppedOne(hasEnded) },
  stoppedOpen: { title: 'Would not have passed, and are still open', holds: stoppedOne(isOpen) },
  unknown: { title: 'Would have passed, outcome unknown', holds: isUnknown },
};

/** The applications that a number of the answer counts; null for a row that there is not. */
export function whatIfMembers(pairs: readonly Pair[], row: string, side: Side) {
  const idsOf = (holds: (pair: Pair) => boolean) => pairs.filter(holds).map(({ journey }) => journey.id);
  const group = Object.hasOwn(SENTENCE_GROUPS, row) ? SENTENCE_GROUPS[row] : undefined;
  if (group) return { title: group.title, ids: idsOf(group.holds) };
  const { title, counts } = SIDES[side];
  const line = [...QUIZ_ROWS, ...ROWS].find(({ key }) => key === row);
  return line ? { title: `${line.title}, ${title}`, ids: idsOf((pair) => counts(line.holds, pair)) } : null;
}

/** The history of a course under two sets of rules. */
export function whatIf(pairs: readonly Pair[], hasQuiz: boolean): WhatIf {
  const persons = pairs.flatMap((pair): readonly Differing[] => {
    const differences = differencesOf(pair.was, pair.would);
    return differences.length === 0 ? [] : [{ id: pair.journey.id, differences, isUnknown: isUnknown(pair) }];
  });
  const rows = [...(hasQuiz ? QUIZ_ROWS : []), ...ROWS].map(({ key, title, holds }) => ({
    key,
    title,
    members: { row: key },
    cells: WHAT_IF_SIDES.map((side) => pairs.filter((pair) => SIDES[side].counts(holds, pair)).length),
  }));
  return {
    table: {
      rowTitle: 'Applications',
      columns: WHAT_IF_SIDES.map((side) => ({
        key: side,
        title: SIDES[side].title,
        unit: 'count',
        members: { side },
      })),
      rows: rows.filter(({ key, cells }) => !key.startsWith('furthest') || cells.some((count) => count > 0)),
    },
    words: wordsOf(pairs),
    unknown: pairs.filter(isUnknown).length,
    persons,
  };
}

function differencesOf(was: Outcome, would: Outcome): readonly string[] {
  const list = (statuses: readonly ApplicationStatus[]) =>
    statuses.length === 0 ? 'never overdue' : `overdue in ${statuses.join(', ')}`;
  const isSameOverdue = was.overdueIn.join() === would.overdueIn.join();
  return [
    ...(was.passes && !would.passes ? [`would not have passed with ${was.score}%`] : []),
    ...(!was.passes && would.passes ? [`would have passed with ${was.score}%, outcome unknown`] : []),
    ...(isSameOverdue ? [] : [`${list(would.overdueIn)} instead of ${list(was.overdueIn)}`]),
    ...(was.furthest === would.furthest ? [] : [`came as far as ${would.furthest} instead of ${was.furthest}`]),
    ...(was.hasSeat === would.hasSeat ? [] : [would.hasSeat ? 'would hold a seat' : 'would not hold a seat']),
  ];
}

function wordsOf(pairs: readonly Pair[]): readonly Words[] {
  const count = (row: string) => pairs.filter((pair) => SENTENCE_GROUPS[row]?.holds(pair)).length;
  const words = (row: string, text = grouped(count(row))) => counting(count(row), text, { row, side: 'differ' });
  const differing = counted(count('differing'), 'application differs', 'applications differ');
  return [
    ...[words('differing', differing), plain(' of '), words('all'), plain('.')],
    ...(count('stopped') === 0
      ? []
      : [
          ...[plain(' '), words('stopped'), plain(' would not have passed; of these ')],
          ...[words('stoppedSigned'), plain(' signed, '), words('stoppedEnded'), plain(' ended, ')],
          ...[words('stoppedOpen'), plain(` ${count('stoppedOpen') === 1 ? 'is' : 'are'} still open.`)],
        ]),
    ...(count('unknown') === 0
      ? []
      : [plain(' '), words('unknown'), plain(' more would have passed; what would have followed is unknown.')]),
  ];
}
