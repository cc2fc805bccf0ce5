import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { appliedAt } from '../../../shared/application/applied-at.ts';
import { chartColour, MOST_SHADES, REST_COLOUR, shadeOf } from '../../../shared/charts/chart-colours.ts';
import { type Period, periodsBetween, startOf } from './calendar.ts';
import type { Membership } from './groups.ts';

export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly counts: readonly number[];
  readonly total: number;
}

export interface Enrollees {
  readonly starts: readonly string[];
  readonly series: readonly Series[];
}

export interface Question {
  readonly period: Period;
  readonly dayOf: (at: string) => string;
  /** The last day. Bars go up to today even without recent enrollees. */
  readonly today: string;
  readonly group: (application: ApplicationView) => Membership;
  readonly second: ((application: ApplicationView) => Membership) | null;
  readonly colours: ReadonlyMap<string, string>;
  readonly isWhole?: boolean;
}

/** More series cannot be told apart. */
export const MOST_SERIES = 18;

/** Keys of what is summed up; no group has a line break in its own. */
const REST = '\nrest';
const OTHERS = '\nothers';

interface Tally {
  readonly first: Membership;
  readonly second: Membership | null;
  readonly counts: number[];
  total: number;
  readonly of: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const keyOf = (first: Membership, second: Membership | null): string => `${first.key}\n${second?.key ?? ''}`;

function tally(
  applications: readonly ApplicationView[],
  placeOf: (index: number) => number,
  starts: readonly string[],
  { group, second }: Question,
): Tally[] {
  const tallies = new Map<string, Tally>();
  const firsts = new Map<string, Membership>();
  applications.forEach((application, index) => {
    const own = group(application);
    const other = second?.(application) ?? null;
    const key = keyOf(own, other);
    let found = tallies.get(key);
    if (!found) {
      const first = firsts.get(own.key) ?? own;
      firsts.set(own.key, first);
      found = { first, second: other, counts: starts.map(() => 0), total: 0, of: 1 };
      tallies.set(key, found);
    }
    const place = placeOf(index);
    found.counts[place] = (found.counts[place] ?? 0) + 1;
    found.total += 1;
  });
  return [...tallies.values()];
}

const countsOf = (tallies: readonly Tally[], starts: readonly string[]): number[] =>
  starts.map((_, place) => sum(tallies.map(({ counts }) => counts[place] ?? 0)));

const bySize = (one: Tally, other: Tally): number => other.total - one.total;

function inShades(parts: readonly Tally[], starts: readonly string[]): readonly Tally[] {
  const [first] = parts;
  if (!first || parts.length <= MOST_SHADES) return parts;
  const sorted = parts.toSorted(bySize);
  const others = sorted.slice(MOST_SHADES - 1);
  const counts = countsOf(others, starts);
  const second = { key: OTHERS, name: `${others.length} others` };
  return [
    ...sorted.slice(0, MOST_SHADES - 1),
    { first: first.first, second, counts, total: sum(counts), of: others.length },
  ];
}

function arranged(
  tallies: readonly Tally[],
  starts: readonly string[],
  isWhole: boolean,
): { readonly shown: readonly Tally[]; readonly rest: readonly Tally[] } {
  const groups = new Map<string, Tally[]>();
  for (const one of tallies) groups.set(one.first.key, [...(groups.get(one.first.key) ?? []), one]);
  const sizes = new Map([...groups].map(([key, parts]) => [key, sum(parts.map(({ total }) => total))]));
  const sizeOf = ({ first }: Tally) => sizes.get(first.key) ?? 0;
  const parts = [...groups.values()].flatMap((each) => (isWhole ? each : inShades(each, starts))).sort(bySize);
  const most = isWhole || parts.length <= MOST_SERIES ? parts.length : MOST_SERIES - 1;
  const shown = parts
    .slice(0, most)
    .sort(
      (one, other) =>
        sizeOf(other) - sizeOf(one) ||
        one.first.key.localeCompare(other.first.key) ||
        Number(one.of > 1) - Number(other.of > 1) ||
        bySize(one, other),
    );
  return { shown, rest: parts.slice(most) };
}

function restOf(rest: readonly Tally[], starts: readonly string[]): readonly Series[] {
  if (rest.length === 0) return [];
  const counts = countsOf(rest, starts);
  const name = `${sum(rest.map((tallied) => tallied.of))} others`;
  return [{ key: REST, name, colour: REST_COLOUR, counts, total: sum(counts) }];
}

export function countEnrollees(applications: readonly ApplicationView[], question: Question): Enrollees {
  const { today, period, dayOf, colours, isWhole = false } = question;
  const days = applications.map((application) => dayOf(appliedAt(application)));
  const firstDay = days.reduce((first, day) => (day < first ? day : first), today);
  const lastDay = days.reduce((last, day) => (day > last ? day : last), today);
  const starts = periodsBetween(firstDay, lastDay, period);
  const places = new Map(starts.map((start, place) => [start, place]));
  const placeOfDay = new Map([...new Set(days)].map((day) => [day, places.get(startOf(day, period)) ?? 0]));
  const placeOf = (index: number) => placeOfDay.get(days[index] ?? '') ?? 0;
  const { shown, rest } = arranged(tally(applications, placeOf, starts, question), starts, isWhole);

  const ownColours = new Map<string, string>();
  const parts = new Map<string, number>();
  const series = shown.map(({ first, second, counts, total }): Series => {
    const colour = colours.get(first.key) ?? ownColours.get(first.key) ?? chartColour(ownColours.size);
    ownColours.set(first.key, colour);
    const part = parts.get(first.key) ?? 0;
    parts.set(first.key, part + 1);
    return {
      key: keyOf(first, second),
      name: second ? `${first.name}, ${second.name}` : first.name,
      colour: shadeOf(colour, part),
      counts,
      total,
    };
  });
  return { starts, series: [...series, ...restOf(rest, starts)] };
}

const isOthers = ({ key }: Series): boolean => key === REST || key.endsWith(`\n${OTHERS}`);
const groupOf = ({ key }: Series): string => (key === REST ? REST : (key.split('\n', 1)[0] ?? ''));

/** The largest group first, and in it the largest part; what is summed up comes last. */
function inOrder(series: readonly Series[]): readonly Series[] {
  const sizes = new Map<string, number>();
  for (const one of series) sizes.set(groupOf(one), (sizes.get(groupOf(one)) ?? 0) + one.total);
  const sizeOf = (one: Series) => sizes.get(groupOf(one)) ?? 0;
  return series.toSorted(
    (one, other) =>
      Number(one.key === REST) - Number(other.key === REST) ||
      sizeOf(other) - sizeOf(one) ||
      groupOf(one).localeCompare(groupOf(other)) ||
      Number(isOthers(one)) - Number(isOthers(other)) ||
      other.total - one.total,
  );
}

/** In the order of what the window shows, because its legend counts only that. */
export function windowOf({ starts, series }: Enrollees, size: number, back: number): Enrollees {
  const end = Math.max(Math.min(size, starts.length), starts.length - back * size);
  const from = Math.max(0, end - size);
  return {
    starts: starts.slice(from, end),
    series: inOrder(
      series
        .map((one) => ({ ...one, counts: one.counts.slice(from, end) }))
        .map((one) => ({ ...one, total: sum(one.counts) }))
        .filter(({ total }) => total > 0),
    ),
  };
}
