import { setTimeout as pause } from 'node:timers/promises';
import { type OutboxEntry, openOutbox } from '../outbox/outbox.ts';
import { STAFF_NOTICE } from '../reactions/staff-notice-reaction.ts';
import type { Vault } from '../vault/vault.ts';
import type { EmailFolder } from './email-folder.ts';
import { subjectsOf } from './person.ts';
import type { Place } from './place.ts';

const LOOK_EVERY_MS = 50;
/** Longer than a process needs to send an email; the daily sweep checks again. */
const LONGEST_WAIT_MS = 10_000;

/** Not what colleagues are told about the person's application. */
const isToPerson = ({ reaction }: OutboxEntry): boolean => reaction !== STAFF_NOTICE;

/**
 * The outbox holds references only, so a later dispatch finds the person erased. A running one has read the data before
 * and is waited for.
 */
export function createEmailsPlace({ vault, folder }: { vault: Vault; folder: EmailFolder }): Place {
  const outbox = openOutbox(vault);
  return {
    async find(person) {
      const { email, isWhole } = person;
      const stream = subjectsOf(person);
      const entries = async (filter: { state?: string } = {}): Promise<readonly OutboxEntry[]> =>
        (await outbox.find({ stream, ...filter })).documents;
      return {
        held: (await entries())
          .filter(isToPerson)
          .map(({ reaction, createdAt, state }) => ({ mail: reaction, createdAt, state })),
        async remove() {
          for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
            if ((await entries({ state: 'sending' })).length === 0) break;
            await pause(LOOK_EVERY_MS);
          }
          const ofEntries = await folder.remove((await entries()).map(({ _id }) => _id));
          return { count: email !== null && isWhole ? ofEntries + (await folder.removeTo(email)) : ofEntries };
        },
      };
    },
  };
}
