import { areSameWords, type KeptDraft, type Words } from './drafts.ts';

export interface AccountDraft {
  readonly words: Words;
  /** By the server's clock; ISO-8601. */
  readonly savedAt: string;
}

/**
 * What becomes of a form whose draft is kept twice: the newest wins. Whoever typed here and elsewhere without the two
 * meeting is offered the other one, since either may be the right one.
 */
export type Meeting =
  | { readonly kind: 'nothing' | 'send' | 'drop' }
  | { readonly kind: 'take'; readonly instead: Words | null }
  | { readonly kind: 'offer' };

export function meet(here: KeptDraft | null, account: AccountDraft | null): Meeting {
  // What had been sent and is gone was saved, or thrown away, elsewhere.
  if (!account) return { kind: !here ? 'nothing' : here.isSent ? 'drop' : 'send' };
  if (!here) return { kind: 'take', instead: null };
  if (areSameWords(here.words, account.words)) return { kind: 'nothing' };
  const isNews = here.seenAt === null || account.savedAt > here.seenAt;
  if (!isNews) return { kind: here.isSent ? 'nothing' : 'send' };
  if (here.isSent) return { kind: 'take', instead: null };
  return account.savedAt > here.typedAt ? { kind: 'take', instead: here.words } : { kind: 'offer' };
}
