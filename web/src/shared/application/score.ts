export const formatScore = (score: number): string => String(Math.round(score * 10) / 10);
