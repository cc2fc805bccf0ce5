import { auditedStreams } from '../../projections/audit.ts';
import { countWork } from '../../timing/work-meter.ts';
import type { Composition } from '../composition/composition.ts';
import type { Owners } from '../http/record-answer.ts';

/** Each costs a search of the audit log. */
const MOST_SEARCHED = 20;
/** Milliseconds of the main thread of one such search, rounded up. */
const SEARCH_MS = 0.5;

/**
 * Applications and courses by id, members of the asking school by theirs, all others by what the audit log has about them: one
 * after the other, so that other requests are served between them. Charged to the share of the request that asks
 * (docs/decisions/0035-limits-and-fair-shares.md), whose answer does not wait.
 */
export const createOwnersOf =
  ({ applicants, batches, users, audit }: Composition['readModels']): Owners['ownersOf'] =>
  async (ids, asking) => {
    countWork(SEARCH_MS * Math.min(ids.length, MOST_SEARCHED));
    const [documents, people] = await Promise.all([
      Promise.all([applicants.getMany(ids), batches.getMany(ids)]),
      asking === null ? [] : users.getMany(ids),
    ]);
    const found = documents.flat();
    const members = people.filter(({ orgRoles }) => orgRoles.some(({ orgId }) => orgId === asking));
    const known = new Set([...found, ...members].map(({ _id }) => _id));
    const rest = ids.filter((id) => !known.has(id)).slice(0, MOST_SEARCHED);
    const searched: { readonly _id: string; readonly organizationId: string | null | undefined }[] = [];
    for (const id of rest) {
      const [entry] = (await audit.find({ stream: auditedStreams(id) }, { limit: 1 })).documents;
      searched.push({ _id: id, organizationId: entry?.organizationId });
    }
    return {
      owned: [...found, ...searched].flatMap(({ _id: id, organizationId }) =>
        organizationId ? [{ id, organizationId }] : [],
      ),
      unowned: searched.flatMap(({ _id: id, organizationId }) => (organizationId ? [] : [id])),
    };
  };
