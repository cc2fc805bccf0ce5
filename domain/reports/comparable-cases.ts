import { shareOf } from './chances.ts';

/** An application of a past course that was in the status. */
interface Case {
  /** Its longest stay there, in milliseconds; without an end while it lasts. */
  readonly stayed: number;
  readonly isSigned: boolean;
}

/** The cases of one course in one status. */
export interface SortedCases {
  /** The longest first. */
  readonly stayed: readonly number[];
  /** Of the first n cases, how many signed. */
  readonly signedOf: readonly number[];
}

export function sortedCases(cases: readonly Case[]): SortedCases {
  const sorted = cases.toSorted((one, other) => other.stayed - one.stayed);
  const signedOf = [0];
  for (const { isSigned } of sorted) signedOf.push((signedOf.at(-1) ?? 0) + (isSigned ? 1 : 0));
  return { stayed: sorted.map(({ stayed }) => stayed), signedOf };
}

export const signedIn = ({ signedOf }: SortedCases): number => signedOf.at(-1) ?? 0;

/**
 * Who has waited long signs less often, so each open application is compared with those that stayed as long. `usual` is the
 * share of all statuses: where few stayed as long, the share of the status decides, and where few were in it, the usual one.
 */
export function comparableCases(courses: readonly SortedCases[], ages: readonly number[], usual: number) {
  const cases = courses.reduce((sum, { stayed }) => sum + stayed.length, 0);
  const signed = courses.reduce((sum, one) => sum + signedIn(one), 0);
  const ofStatus = shareOf(signed, cases, usual);
  let share = 0;
  let comparable = 0;
  for (const age of ages) {
    let count = 0;
    let yes = 0;
    for (const { stayed, signedOf } of courses) {
      const some = countOfAtLeast(stayed, age);
      count += some;
      yes += signedOf[some] ?? 0;
    }
    share += shareOf(yes, count, ofStatus) / ages.length;
    comparable += count / ages.length;
  }
  return { cases, signed, share, comparable };
}

function countOfAtLeast(stayed: readonly number[], age: number): number {
  let low = 0;
  let high = stayed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stayed[middle] as number) >= age) low = middle + 1;
    else high = middle;
  }
  return low;
}
