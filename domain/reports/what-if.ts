import { isOverdue } from '../application/overdue.ts';
import { faultOfLimits, type StatusLimit } from '../application/status-limits.ts';
import { APPLICATION_STATUSES, type ApplicationStatus, isApplicationStatus } from '../application/statuses.ts';
import { counted, grouped } from '../text/counted.ts';
import { currentStatus, hasEnded, hasSigned, type Journey } from './journey.ts';
import type { Table } from './table.ts';

/** What each rule changes, printed on the page. */
export const WHAT_IF_RULES = [
  'A pass mark lets an application through if the score of the chosen quiz reaches it. The portal has no pass mark, because staff decide: the first mark is the one that you say was used; without one everyone passed.',
  'A time limit marks an application as overdue once it has been in a status for as many days. It changes no status.',
  'A ranking decides which statuses are at or beyond another one: here, how far each application came, and who holds a seat (CONTRACT RECEIVED or beyond). What steps would have shown is not computed.',
  'What would have followed is known only for those whom the first rule let through. Whoever only the other mark lets through counts as unknown. Nothing is recorded; erased people are left out.',
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
  readonly sentence: string;
  readonly unknown: number;
  readonly persons: readonly Differing[];
}

/** The history of a course under two sets of rules. Stays that last end at `until`; ISO-8601. */
export function whatIf(
  journeys: readonly Journey[],
  assessmentId: string | null,
  then: Rules,
  instead: Rules,
  until: string,
): WhatIf {
  const pairs = journeys.map((journey) => ({
    journey,
    was: outcomeOf(journey, assessmentId, then, until),
    would: outcomeOf(journey, assessmentId, instead, until),
  }));
  const persons = pairs.flatMap(({ journey: { id }, was, would }): readonly Differing[] => {
    const differences = differencesOf(was, would);
    return differences.length === 0 ? [] : [{ id, differences, isUnknown: would.passes && !was.passes }];
  });
  const stopped = pairs
    .filter(({ was, would }) => was.passes && !would.passes)
    .map(({ journey }) => currentStatus(journey));
  const unknown = persons.filter(({ isUnknown }) => isUnknown).length;
  const lines: readonly (readonly [string, string, (outcome: Outcome) => boolean])[] = [
    ...(assessmentId === null
      ? []
      : ([
          ['passed', 'Passed', ({ passes }) => passes],
          ['failed', 'Did not pass', ({ passes, score }) => !passes && score !== null],
          ['unscored', 'No score', ({ score }) => score === null],
        ] as const satisfies readonly (readonly [string, string, (outcome: Outcome) => boolean])[])),
    ['overdue', 'Overdue at least once', ({ overdueIn }) => overdueIn.length > 0],
    ['seat', 'Hold a seat', ({ hasSeat }) => hasSeat],
    ...APPLICATION_STATUSES.map(
      (status) =>
        [`furthest ${status}`, `Came as far as ${status}`, (outcome: Outcome) => outcome.furthest === status] as const,
    ),
  ];
  const rows = lines.map(([key, title, holds]) => ({
    key,
    title,
    members: {},
    cells: [
      pairs.filter(({ was }) => holds(was)).length,
      pairs.filter(({ would }) => holds(would)).length,
      pairs.filter(({ was, would }) => holds(was) !== holds(would)).length,
    ],
  }));
  return {
    table: {
      rowTitle: 'Applications',
      columns: ['As it was', 'Instead', 'Differ'].map((title) => ({ key: title, title, unit: 'count', members: null })),
      rows: rows.filter(({ key, cells }) => !key.startsWith('furthest') || cells.some((count) => count > 0)),
    },
    sentence: sentenceOf(journeys.length, persons.length, unknown, stopped),
    unknown,
    persons,
  };
}

function differencesOf(was: Outcome, would: Outcome): readonly string[] {
  const list = (statuses: readonly ApplicationStatus[]) =>
    statuses.length === 0 ? 'never overdue' : `overdue in ${statuses.join(', ')}`;
  const isSameOverdue = was.overdueIn.join() === would.overdueIn.join();
  return [
    ...(was.passes && !would.passes ? [`would not have passed with ${was.score}%`] : []),
    ...(!was.passes && would.passes
      ? [`would have passed with ${was.score}%; what would have followed is unknown`]
      : []),
    ...(isSameOverdue ? [] : [`${list(would.overdueIn)} instead of ${list(was.overdueIn)}`]),
    ...(was.furthest === would.furthest ? [] : [`came as far as ${would.furthest} instead of ${was.furthest}`]),
    ...(was.hasSeat === would.hasSeat ? [] : [would.hasSeat ? 'would hold a seat' : 'would hold no seat']),
  ];
}

function sentenceOf(all: number, differ: number, unknown: number, stopped: readonly ApplicationStatus[]): string {
  const start = `${counted(differ, 'application differs', 'applications differ')} of ${grouped(all)}.`;
  const signed = stopped.filter(hasSigned).length;
  const ended = stopped.filter(hasEnded).length;
  const lost =
    stopped.length === 0
      ? ''
      : ` ${grouped(stopped.length)} would not have passed; of these ${grouped(signed)} signed, ${grouped(ended)} ended, ${grouped(stopped.length - signed - ended)} are still open.`;
  const more = unknown === 0 ? '' : ` ${grouped(unknown)} more would have passed; what would have followed is unknown.`;
  return `${start}${lost}${more}`;
}
