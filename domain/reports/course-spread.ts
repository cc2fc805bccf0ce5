/** How many past applications of a course signed. */
interface CourseCases {
  readonly cases: number;
  readonly signed: number;
}

const STEP = 0.1;
const STEPS = 16;
/** Standard deviations of the logit of a course's share. */
const SPREADS: readonly number[] = Array.from({ length: STEPS }, (_, n) => n * STEP);
/** Before any evidence: as likely alike (a little more) as different, and then seldom by more than 1. */
const ALIKE = 8;
const USUAL_SPREAD = 0.5;
const beliefIn = (spread: number): number => (spread === 0 ? ALIKE : Math.exp(-0.5 * (spread / USUAL_SPREAD) ** 2));

export const logit = (share: number): number => Math.log(share / (1 - share));
export const shareOfLogit = (value: number): number => 1 / (1 + Math.exp(-value));

/**
 * The variance by which the logit of another course's share differs from that of all past cases together. A random effect
 * for each course, whose variance is averaged over the restricted likelihood and a prior, because few courses say little
 * about how much courses differ.
 */
export function courseVariance(courses: readonly CourseCases[]): number {
  const known = courses.filter(({ cases }) => cases > 0);
  const cases = known.reduce((sum, one) => sum + one.cases, 0);
  const share = (known.reduce((sum, one) => sum + one.signed, 0) + 0.5) / (cases + 1);
  const found = known.map((one) => ({
    value: logit((one.signed + share) / (one.cases + 1)),
    variance: 1 / ((one.cases + 1) * share * (1 - share)),
  }));
  let [total, sum] = [0, 0];
  for (const spread of SPREADS) {
    const weight = beliefIn(spread) * Math.exp(logLikelihood(found, spread * spread));
    total += weight;
    sum += weight * spread * spread;
  }
  // The pooled share has its own error: the courses that it rests on differ too.
  return (sum / total) * (1 + known.reduce((squares, one) => squares + (one.cases / cases) ** 2, 0));
}

function logLikelihood(found: readonly { readonly value: number; readonly variance: number }[], between: number) {
  const weights = found.map(({ variance }) => 1 / (variance + between));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return 0;
  const mean = found.reduce((sum, { value }, n) => sum + value * (weights[n] ?? 0), 0) / all;
  return found.reduce(
    (sum, { value }, n) => sum + 0.5 * Math.log(weights[n] ?? 1) - 0.5 * (weights[n] ?? 0) * (value - mean) ** 2,
    -0.5 * Math.log(all),
  );
}
