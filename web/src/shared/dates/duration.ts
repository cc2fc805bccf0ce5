const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** "3 days", "1 hour 30 minutes": days, hours and minutes, without zeros. */
export function formatMinutes(minutes: number): string {
  let left = Math.max(0, Math.round(minutes));
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 minutes';
}
