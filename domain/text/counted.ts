/** "1,204", without Intl, whose first use takes a browser long. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');

export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** "38%", "< 1%". */
export function percentOf(count: number, total: number): string {
  const percent = total === 0 ? 0 : (count / total) * 100;
  return percent > 0 && percent < 1 ? '< 1%' : `${Math.round(percent)}%`;
}
