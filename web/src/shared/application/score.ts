/** "66.7": a percentage with one decimal, or none if it is whole. */
export const formatScore = (score: number): string => String(Math.round(score * 10) / 10);
