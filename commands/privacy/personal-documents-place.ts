import type { PersonalDocuments } from '../vault/personal-documents.ts';
import type { Place } from './place.ts';

/** What the person keeps for themselves, opened by their own key: all of it, or of an account that stays what is about what goes. */
export const createPersonalDocumentsPlace = (documents: PersonalDocuments): Place => ({
  async find({ accountId, keptAccountId, applicationIds, batchIds }) {
    const all = accountId ?? keptAccountId;
    const listed = all === null ? [] : await documents.list(all);
    const about = [...applicationIds, ...batchIds];
    const held = accountId !== null ? listed : listed.filter(({ name }) => about.some((id) => name.includes(id)));
    return {
      held,
      async remove() {
        if (accountId !== null) await documents.removeAll(accountId);
        else if (keptAccountId !== null) for (const { name } of held) await documents.remove(keptAccountId, name);
        // What staff have begun to write about them.
        return { count: held.length + (await documents.removeAbout(applicationIds)) };
      },
    };
  },
});
