import { auditedStreams } from '../../projections/audit.ts';
import type { Composition } from '../composition/composition.ts';
import type { Owners } from '../http/record-answer.ts';

/** Each costs a search of the audit log. */
const MOST_SEARCHED = 20;

/** Applications and courses by id, members of the asking school by theirs, all others by what the audit log has about them. */
export const createOwnersOf =
  ({ applicants, batches, users, audit }: Composition['readModels']): Owners['ownersOf'] =>
  async (ids, asking) => {
    const [documents, people] = await Promise.all([
      Promise.all([applicants.getMany(ids), batches.getMany(ids)]),
      asking === null ? [] : users.getMany(ids),
    ]);
    const found = documents.flat();
    const members = people.filter(({ orgRoles }) => orgRoles.some(({ orgId }) => orgId === asking));
    const known = new Set([...found, ...members].map(({ _id }) => _id));
    const rest = ids.filter((id) => !known.has(id)).slice(0, MOST_SEARCHED);
    const searched = await Promise.all(
      rest.map(async (id) => {
        const [entry] = (await audit.find({ stream: auditedStreams(id) }, { limit: 1 })).documents;
        return { _id: id, organizationId: entry?.organizationId };
      }),
    );
    return {
      owned: [...found, ...searched].flatMap(({ _id: id, organizationId }) =>
        organizationId ? [{ id, organizationId }] : [],
      ),
      unowned: searched.flatMap(({ _id: id, organizationId }) => (organizationId ? [] : [id])),
    };
  };
