import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { type AuditAddress, queryOfAddress } from './address.ts';

export const PAGE = 50;
/** Maximum page size of the call. */
const EXPORT_PAGE = 200;

export const auditQuery = (organizationId: string, address: AuditAddress | { readonly within: string }) => {
  const filters = 'within' in address ? address : queryOfAddress(address);
  return infiniteQueryOptions({
    queryKey: keyOf('/api/audit', { query: { organizationId, ...filters } }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit', {
        query: { organizationId, ...filters, limit: String(PAGE), ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?._id),
    select: ({ pages }) => pages.flat(),
  });
};

/** Records the download, then reads all pages; `onRead` gets the number of entries so far. */
export async function readWhole(
  organizationId: string,
  address: AuditAddress,
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (count: number) => void },
): Promise<readonly AuditEntry[]> {
  const filters = queryOfAddress(address);
  await call('POST /api/audit/exports', { query: { organizationId }, body: { list: 'audit', filters }, signal });
  const entries: AuditEntry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const next = await page(last ? { after: last._id } : {});
    entries.push(...next);
    onRead(entries.length);
    if (next.length < EXPORT_PAGE) return entries;
  }

  function page(from: { readonly after?: string }) {
    const query = { organizationId, ...filters, limit: String(EXPORT_PAGE), ...from };
    return call('GET /api/audit', { query, signal });
  }
}
