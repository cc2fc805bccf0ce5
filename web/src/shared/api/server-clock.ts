/** Bounds on how far the server's clock is ahead of this device's, in milliseconds: at least, and less than. */
export interface Ahead {
  readonly least: number;
  readonly most: number;
}

/** The `Date` header has whole seconds, so each answer narrows the bounds; a contradiction means a new device clock. */
export function narrowed(known: Ahead | null, date: number, sentAt: number, receivedAt: number): Ahead {
  const seen = { least: date - receivedAt, most: date + 1000 - sentAt };
  if (known === null) return seen;
  const both = { least: Math.max(known.least, seen.least), most: Math.min(known.most, seen.most) };
  return both.least <= both.most ? both : seen;
}

let ahead: Ahead | null = null;

export function noteServerTime({ headers }: Pick<Response, 'headers'>, sentAt: number, receivedAt = Date.now()): void {
  const date = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') ?? false;
  if (isFresh && !Number.isNaN(date)) ahead = narrowed(ahead, date, sentAt, receivedAt);
}

export function notePageTime(at: number): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!page) return;
  const { timeOrigin } = performance;
  const headers = new Headers({ date: new Date(at).toUTCString(), 'cache-control': 'no-store' });
  noteServerTime({ headers }, timeOrigin + page.requestStart, timeOrigin + page.responseEnd);
}

export const PAGE_TIME = ['pageTime'];

/** In milliseconds since the epoch. Time limits are measured by it. */
export const serverNow = (now = Date.now()): number => (ahead === null ? now : now + (ahead.least + ahead.most) / 2);
