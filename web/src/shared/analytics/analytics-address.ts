import { isCounted } from '../../../../domain/organization/analytics.ts';
import { firstSegment, firstSegments } from '../../../../domain/values/pages.ts';

/** What campaigns carry; everything else of a query stays here. */
const KEPT = /^(utm_\w+|gclid|gbraid|wbraid|fbclid|batchId)$/;

const TOLD_APART = firstSegments(({ isPublic }) => isPublic === true);

/**
 * A page's address as others may read it: without ids of applications, without parameters that are nobody's campaign; null
 * where the page is not counted at all.
 */
export function countedAddress(origin: string, path: string, search: string): string | null {
  if (!isCounted(path, search)) return null;
  const parameters = new URLSearchParams(search);
  const kept = new URLSearchParams([...parameters].filter(([name]) => KEPT.test(name)));
  const page = TOLD_APART.has(firstSegment(path)) ? path : path.replace(/^(\/[^/]*).*/, '$1');
  return `${origin}${page}${kept.size > 0 ? `?${kept}` : ''}`;
}

/** Where a visit came from: of another site its origin alone; of our own nothing, since the pages are counted anyway. */
export function countedReferrer(origin: string, referrer: string): string {
  const from = URL.parse(referrer);
  return from === null || from.origin === origin ? '' : `${from.origin}/`;
}
