import type { PersonalDocuments } from '../vault/personal-documents.ts';
import type { Place } from './place.ts';

/** Encrypted with the person's key; of a kept account only those about the erased applications. */
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
        // Drafts of staff about the applications.
        return { count: held.length + (await documents.removeAbout(applicationIds)) };
      },
    };
  },
});
