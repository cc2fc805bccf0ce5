import { auditedStreams } from '../../projections/audit.ts';
import type { Composition } from '../composition/composition.ts';

/** Each costs a search of the audit log. */
const MOST_SEARCHED = 20;

/** The school of each document: applications and courses by id, all others by what the audit log has about them. */
export const createOwnersOf =
  ({ applicants, batches, audit }: Composition['readModels']) =>
  async (ids: readonly string[]): Promise<readonly string[]> => {
    const found = (await Promise.all([applicants.getMany(ids), batches.getMany(ids)])).flat();
    const known = new Set(found.map(({ _id }) => _id));
    const rest = ids.filter((id) => !known.has(id)).slice(0, MOST_SEARCHED);
    const searched = await Promise.all(
      rest.map(async (id) => (await audit.find({ stream: auditedStreams(id) }, { limit: 1 })).documents),
    );
    return [...found, ...searched.flat()].flatMap(({ organizationId }) => organizationId ?? []);
  };
