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

/** Records the download, then reads one page after the other. */
export async function* pagesOf(
  organizationId: string,
  address: AuditAddress,
  signal: AbortSignal,
): AsyncGenerator<readonly AuditEntry[], void> {
  const filters = queryOfAddress(address);
  await call('POST /api/audit/exports', { query: { organizationId }, body: { list: 'audit', filters }, signal });
  for (let after: string | undefined; ; ) {
    const query = { organizationId, ...filters, limit: String(EXPORT_PAGE), ...(after !== undefined && { after }) };
    const page = await call('GET /api/audit', { query, signal });
    yield page;
    after = page.at(-1)?._id;
    if (page.length < EXPORT_PAGE) return;
  }
}
