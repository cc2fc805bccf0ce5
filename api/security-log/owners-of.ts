import { auditedStreams } from '../../projections/audit.ts';
import type { Composition } from '../composition/composition.ts';
import type { Owned } from '../http/record-answer.ts';

/** Each costs a search of the audit log. */
const MOST_SEARCHED = 20;

/** The school of each document: applications and courses by id, all others by what the audit log has about them. */
export const createOwnersOf =
  ({ applicants, batches, audit }: Composition['readModels']) =>
  async (ids: readonly string[]): Promise<readonly Owned[]> => {
    const found = (await Promise.all([applicants.getMany(ids), batches.getMany(ids)])).flat();
    const known = new Set(found.map(({ _id }) => _id));
    const rest = ids.filter((id) => !known.has(id)).slice(0, MOST_SEARCHED);
    const searched = await Promise.all(
      rest.map(async (id) => {
        const [entry] = (await audit.find({ stream: auditedStreams(id) }, { limit: 1 })).documents;
        return { _id: id, organizationId: entry?.organizationId };
      }),
    );
    return [...found, ...searched].flatMap(({ _id: id, organizationId }) =>
      organizationId ? [{ id, organizationId }] : [],
    );
  };
