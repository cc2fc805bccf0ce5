/** "1,204"; made once, as making it takes longer than using it, and a table has twenty thousand rows. */
export const grouped: (count: number) => string = new Intl.NumberFormat('en').format;

/** "1 application", "1,204 applications". */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
