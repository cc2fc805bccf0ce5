/** "1,204". Without Intl, whose first use takes a browser long. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');

/** "1 application", "1,204 applications". */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
