import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountDrafts, findAccountDraft } from '../drafts/account-drafts.ts';
import type { Words } from '../drafts/drafts.ts';
import { type AccountDraft, meet } from '../drafts/meet-drafts.ts';
import type { Draft } from './draft.ts';

/** What a form says about a draft of another device: which draft it shows, and which it could show instead. */
export interface Elsewhere {
  readonly isShown: boolean;
  readonly savedAt: string;
  readonly other: Words | null;
}

/**
 * Compares a form's draft with the account's when the form is opened and when the visitor returns: the newest draft is shown, the
 * other one offered. `show` puts values into the form; null means the saved ones.
 */
export function useDraftElsewhere(draft: Draft, name: string, show: (words: Words | null) => void) {
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const { userId } = draft;
  const query = useQuery({
    queryKey: ['draft', userId, name],
    queryFn: async () => {
      const form = { userId: userId ?? '', name };
      await accountDrafts.flushOf(form);
      const seenAt = draft.find()?.seenAt ?? null;
      return { account: await findAccountDraft(form), seenAt };
    },
    enabled: userId !== null,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    retry: 1,
  });

  const take = useEffectEvent(({ account, seenAt }: { account: AccountDraft | null; seenAt: string | null }) => {
    const here = draft.find();
    draft.hasMet.current = true;
    // A draft was sent meanwhile, so the answer is out of date.
    if (here && here.seenAt !== seenAt) return;
    const meeting = meet(here, account);
    if (meeting.kind === 'send') draft.send();
    if (meeting.kind === 'drop') {
      draft.adopt(null, '');
      show(null);
    }
    if (!account) return;
    if (meeting.kind === 'nothing') draft.agree(account);
    if (meeting.kind === 'take') {
      draft.adopt(account.words, account.savedAt);
      show(account.words);
      setElsewhere({ isShown: true, savedAt: account.savedAt, other: meeting.instead });
    }
    if (meeting.kind === 'offer') {
      setElsewhere({ isShown: false, savedAt: account.savedAt, other: account.words });
      draft.send();
    }
  });
  useEffect(() => {
    if (query.data) take(query.data);
  }, [query.data]);

  useEffect(() => {
    if (draft.kept === 'nowhere') setElsewhere(null);
  }, [draft.kept]);

  return {
    elsewhere,
    /** Shows the other draft. */
    swap: () => {
      if (elsewhere?.other) show(elsewhere.other);
      setElsewhere(null);
    },
    discard: () => {
      show(null);
      setElsewhere(null);
    },
    dismiss: () => setElsewhere(null),
  };
}
