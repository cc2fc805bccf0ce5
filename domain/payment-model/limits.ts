export const COST_LIMIT = 1_000_000_000;
export const MONTHS_LIMIT = 120;
