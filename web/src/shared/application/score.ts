/** "66.7" of a score in per cent: one digit behind the point, and none where it is whole. */
export const formatScore = (score: number): string => String(Math.round(score * 10) / 10);
