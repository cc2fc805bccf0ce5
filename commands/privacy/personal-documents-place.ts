import type { PersonalDocuments } from '../vault/personal-documents.ts';
import type { Place } from './place.ts';

/** What the person keeps for themselves, opened by their own key. */
export const createPersonalDocumentsPlace = (documents: PersonalDocuments): Place => ({
  async find({ accountId }) {
    const held = accountId === null ? [] : await documents.list(accountId);
    return {
      held,
      async remove() {
        if (accountId !== null) await documents.removeAll(accountId);
        return { count: held.length };
      },
    };
  },
});
