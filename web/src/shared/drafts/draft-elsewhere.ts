import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountDrafts, findAccountDraft } from './account-drafts.ts';
import type { Draft } from './draft.ts';
import type { Words } from './drafts.ts';
import { type AccountDraft, meet } from './meet-drafts.ts';

/** What a form says of a draft that was typed elsewhere: which words it shows, and which it could show instead. */
export interface Elsewhere {
  readonly isShown: boolean;
  readonly savedAt: string;
  readonly other: Words | null;
}

/**
 * Lets a form meet its draft on the account, when it is opened and when somebody comes back to it: the newest words win, and
 * the others are offered. `show` puts words into the form, null those that are saved.
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
    // Sent meanwhile: the answer is older than what this device knows.
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
    /** The other words, please. */
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
