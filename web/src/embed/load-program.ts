import type { Batch } from '../../../api/contract/batches.ts';
import type { Organization } from '../../../api/contract/organizations.ts';
import { isNotFound, messageOf } from '../shared/api/api-client.ts';
import { call } from '../shared/api/calls.ts';

/** What the frame has to show. */
export type Loaded =
  | { readonly kind: 'program'; readonly batch: Batch; readonly organization: Organization | null }
  /** It is for no frames, or there is none. */
  | { readonly kind: 'refused'; readonly batchId: string | null }
  /** It may be framed, and so exists, but takes no applications now. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };

/** Without its look and name the program is still one. */
const organizationOf = ({ organizationId }: Batch): Promise<Organization | null> =>
  call('GET /api/organizations/{id}', { params: { id: organizationId } }).catch(() => null);

/** `isFramed`: the server lets no page frame this one unless the batch is for it. */
export async function loadProgram(batchId: string | null, isFramed: boolean): Promise<Loaded> {
  if (!batchId) return { kind: 'refused', batchId };
  try {
    const batch = await call('GET /api/batches/{id}', { params: { id: batchId } });
    if (!batch.enableEmbedding) return { kind: 'refused', batchId };
    if (batch.status !== 'Open') return { kind: 'closed' };
    return { kind: 'program', batch, organization: await organizationOf(batch) };
  } catch (error) {
    if (isNotFound(error)) return isFramed ? { kind: 'closed' } : { kind: 'refused', batchId };
    return { kind: 'failed', message: messageOf(error) };
  }
}
