import { inPages } from '../../timing/in-pages.ts';
import type { Outbox, OutboxEntry, OutboxState } from '../outbox/outbox.ts';
import type { Reaction } from '../outbox/reaction.ts';

export interface FailingEmail {
  readonly entry: OutboxEntry;
  readonly kind: string;
}

const PAGE = 100;
const OPEN = ['pending', 'sending'] as const satisfies readonly OutboxState[];

/** Failed emails, then those with a failed attempt, newest first. */
export async function* failingEmails(outbox: Outbox, reactions: readonly Reaction[]): AsyncGenerator<FailingEmail> {
  const kinds = new Map(reactions.flatMap(({ name, mail }) => (mail === undefined ? [] : [[name, mail] as const])));
  for (const state of [['failed'], OPEN]) {
    const sort = { by: 'createdAt', descending: true };
    for await (const { documents } of inPages((from) => outbox.find({ state }, { sort, limit: PAGE, ...from }))) {
      for (const entry of documents) {
        const kind = kinds.get(entry.reaction);
        if (kind !== undefined && entry.tries > 0) yield { entry, kind };
      }
    }
  }
}
