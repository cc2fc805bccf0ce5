import { isCounted } from '../../../../domain/organization/analytics.ts';
import { firstSegment, firstSegments } from '../../../../domain/values/pages.ts';

const KEPT = /^(utm_\w+|gclid|gbraid|wbraid|fbclid|batchId)$/;

const TOLD_APART = firstSegments(({ isPublic }) => isPublic === true);

/** The address for analytics, without application ids and other parameters; null if the page is not counted. */
export function countedAddress(origin: string, path: string, search: string): string | null {
  if (!isCounted(path, search)) return null;
  const parameters = new URLSearchParams(search);
  const kept = new URLSearchParams([...parameters].filter(([name]) => KEPT.test(name)));
  const page = TOLD_APART.has(firstSegment(path)) ? path : path.replace(/^(\/[^/]*).*/, '$1');
  return `${origin}${page}${kept.size > 0 ? `?${kept}` : ''}`;
}

/** The referrer that the services may get: another site's origin only; null for the portal's own pages. */
export function countedReferrer(origin: string, referrer: string): string {
  const from = URL.parse(referrer);
  return from === null || from.origin === origin ? '' : `${from.origin}/`;
}
