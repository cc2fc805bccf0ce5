import { areSameWords, type KeptDraft, type Words } from './drafts.ts';

export interface AccountDraft {
  readonly words: Words;
  /** By the server's clock; ISO-8601. */
  readonly savedAt: string;
}

/** The newest draft wins; if both have changed independently, the other one is offered. */
export type Meeting =
  | { readonly kind: 'nothing' | 'send' | 'drop' }
  | { readonly kind: 'take'; readonly instead: Words | null }
  | { readonly kind: 'offer' };

export function meet(here: KeptDraft | null, account: AccountDraft | null): Meeting {
  // The sent draft was saved or deleted on another device.
  if (!account) return { kind: !here ? 'nothing' : here.isSent ? 'drop' : 'send' };
  if (!here) return { kind: 'take', instead: null };
  if (areSameWords(here.words, account.words)) return { kind: 'nothing' };
  const isNewer = here.seenAt === null || account.savedAt > here.seenAt;
  if (!isNewer) return { kind: here.isSent ? 'nothing' : 'send' };
  if (here.isSent) return { kind: 'take', instead: null };
  return account.savedAt > here.typedAt ? { kind: 'take', instead: here.words } : { kind: 'offer' };
}
