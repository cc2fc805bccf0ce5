export const COST_LIMIT = 1_000_000_000;
/** Of the monthly payments, and of the months before they start. */
export const MONTHS_LIMIT = 120;
