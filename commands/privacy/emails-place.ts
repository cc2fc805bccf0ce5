import { type OutboxEntry, openOutbox } from '../outbox/outbox.ts';
import { STAFF_NOTICE } from '../reactions/staff-notice-reaction.ts';
import type { Vault } from '../vault/vault.ts';
import type { EmailFolder } from './email-folder.ts';
import { subjectsOf } from './person.ts';
import type { Place } from './place.ts';
import { untilSent } from './until-sent.ts';

/** Excludes notices to colleagues about the person's application. */
const isToPerson = ({ reaction }: OutboxEntry): boolean => reaction !== STAFF_NOTICE;

/**
 * The outbox holds references only, so a later dispatch finds the person erased. A running one has read the data before
 * and is waited for; the daily sweep checks again.
 */
export function createEmailsPlace({ vault, folder }: { vault: Vault; folder: EmailFolder }): Place {
  const outbox = openOutbox(vault);
  return {
    async find(person) {
      const { email, isWhole } = person;
      const stream = subjectsOf(person);
      const entries = async (): Promise<readonly OutboxEntry[]> => (await outbox.find({ stream })).documents;
      return {
        held: (await entries())
          .filter(isToPerson)
          .map(({ reaction, createdAt, state }) => ({ mail: reaction, createdAt, state })),
        async remove() {
          await untilSent(outbox, stream);
          const ofEntries = await folder.remove((await entries()).map(({ _id }) => _id));
          return { count: email !== null && isWhole ? ofEntries + (await folder.removeTo(email)) : ofEntries };
        },
      };
    },
  };
}
