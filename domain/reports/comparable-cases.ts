import { shareOf } from './chances.ts';

/** A decided application that was in the status. */
export interface Case {
  /** Its longest finished stay there, in milliseconds. */
  readonly stayed: number;
  readonly isSigned: boolean;
}

/** Who has waited long signs less often, so each open application is compared with those that stayed as long. */
export function comparableCases(cases: readonly Case[], ages: readonly number[]) {
  const all = cases.toSorted((one, other) => other.stayed - one.stayed);
  /** Of the first n cases, how many signed. */
  const signedOf = [0];
  for (const { isSigned } of all) signedOf.push((signedOf.at(-1) ?? 0) + (isSigned ? 1 : 0));
  let share = 0;
  let comparable = 0;
  for (const age of ages) {
    const count = countOfAtLeast(all, age);
    share += shareOf(signedOf[count] ?? 0, count) / ages.length;
    comparable += count / ages.length;
  }
  return { cases: all.length, signed: signedOf.at(-1) ?? 0, share, comparable };
}

/** `all` begins with the longest stay. */
function countOfAtLeast(all: readonly Case[], age: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] as Case).stayed >= age) low = middle + 1;
    else high = middle;
  }
  return low;
}
