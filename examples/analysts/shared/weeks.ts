const DAY_MS = 86_400_000;

/** The ISO 8601 week of a day, for example `weekOf('2025-12-31')` is `2026-W01`. */
export function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const fourth = Date.UTC(year, 0, 4);
  const firstMonday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return `${year}-W${String(1 + (monday - firstMonday) / (7 * DAY_MS)).padStart(2, '0')}`;
}
