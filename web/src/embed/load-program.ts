import type { Batch } from '../../../api/contract/batches.ts';
import type { Organization } from '../../../api/contract/organizations.ts';
import { SCHOOL_METRIC } from '../../../domain/organization/analytics.ts';
import { isNotFound, messageOf } from '../shared/api/api-client.ts';
import { call } from '../shared/api/calls.ts';
import { metricOfPage } from '../shared/browser/metric-of-page.ts';

export type Loaded =
  | { readonly kind: 'program'; readonly batch: Batch; readonly organization: Organization | null }
  /** `batchId` is of a program that this visitor can see; a closed one and an unknown one have no page. */
  | { readonly kind: 'refused'; readonly batchId: string | null }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };

const organizationOf = (id: string): Promise<Organization | null> =>
  call('GET /api/organizations/{id}', { params: { id } }).catch(() => null);

/** The school of a program that is not shown: the server names it to the frame, else the address does. */
export const schoolOfPage = (): Promise<Organization | null> => {
  const named = metricOfPage(SCHOOL_METRIC);
  return named ? organizationOf(named) : call('GET /api/organizationForCurrentDomain').catch(() => null);
};

/** `isFramed`: the server lets a page frame this one only if the batch allows embedding. */
export async function loadProgram(batchId: string | null, isFramed: boolean): Promise<Loaded> {
  if (!batchId) return { kind: 'refused', batchId: null };
  try {
    const batch = await call('GET /api/batches/{id}', { params: { id: batchId } });
    if (!batch.enableEmbedding) return { kind: 'refused', batchId };
    if (batch.status !== 'Open') return { kind: 'closed' };
    return { kind: 'program', batch, organization: await organizationOf(batch.organizationId) };
  } catch (error) {
    if (isNotFound(error)) return isFramed ? { kind: 'closed' } : { kind: 'refused', batchId: null };
    return { kind: 'failed', message: messageOf(error) };
  }
}
