import { chances, convolved, nearestRange, type SeatRange } from './chances.ts';
import { logit, shareOfLogit } from './course-spread.ts';

/** Open applications of one status, of whom each will sign with an uncertain chance. */
interface Waiting {
  readonly here: number;
  readonly share: number;
  /** Past cases that the share rests on. */
  readonly comparable: number;
  /** Of the logit of the share between courses. */
  readonly variance: number;
}

/** Equally likely deviations of a course, with mean 0 and variance 1. */
const DEVIATIONS = [-1.711, -1.039, -0.633, -0.303, 0, 0.303, 0.633, 1.039, 1.711];
/** Larger sums are so near to a normal distribution that the quadratic work of an exact one buys nothing. */
const MOST_EXACT = 200;

/** One deviation for all statuses, because a good course is good in each of them. */
const deviating = (all: readonly Waiting[], deviation: number): readonly Waiting[] =>
  all.map((one) => ({ ...one, share: shareOfLogit(logit(one.share) + Math.sqrt(one.variance) * deviation) }));

/** How many sign, with about the chance `inside`. */
export function seatRange(waiting: readonly Waiting[], inside: number): SeatRange {
  const all = waiting.filter(({ here }) => here > 0);
  const open = all.reduce((sum, { here }) => sum + here, 0);
  const deviations = all.every(({ variance }) => variance === 0) ? [0] : DEVIATIONS;
  const courses = deviations.map((deviation) => deviating(all, deviation));
  return open > MOST_EXACT ? normalRange(courses, open, inside) : exactRange(courses, open, inside);
}

function exactRange(courses: readonly (readonly Waiting[])[], open: number, inside: number): SeatRange {
  const total = Array<number>(open + 1).fill(0);
  for (const course of courses) {
    const sum = course.map(({ here, share, comparable }) => chances(here, share, comparable)).reduce(convolved, [1]);
    for (const [n, chance] of sum.entries()) total[n] = (total[n] ?? 0) + chance / courses.length;
  }
  return nearestRange(total, inside);
}

function normalRange(courses: readonly (readonly Waiting[])[], open: number, inside: number): SeatRange {
  const normals = courses.map((course) => {
    const mean = course.reduce((sum, { here, share }) => sum + here * share, 0);
    const variance = course.reduce((sum, { here, share, comparable }) => {
      // Of the beta-binomial with Jeffreys' prior.
      const alike = 1 / (comparable + 2);
      return sum + here * share * (1 - share) * (1 + (here - 1) * alike);
    }, 0);
    return { mean, deviation: Math.sqrt(variance) };
  });
  const atMost = (n: number) =>
    normals.reduce((sum, { mean, deviation }) => sum + normalCdf((n + 0.5 - mean) / deviation), 0) / normals.length;
  const leastWith = (chance: number) => {
    let [low, high] = [0, open];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (atMost(middle) < chance) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { low: leastWith((1 - inside) / 2), high: leastWith((1 + inside) / 2) };
}

/** Abramowitz and Stegun 26.2.17; the error is below 1e-7. */
function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return x < 0 ? above : 1 - above;
}
