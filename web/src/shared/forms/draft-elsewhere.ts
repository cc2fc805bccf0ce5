import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { keyOf } from '../api/calls.ts';
import { accountDrafts, findAccountDraft } from '../drafts/account-drafts.ts';
import type { Words } from '../drafts/drafts.ts';
import { type AccountDraft, meet } from '../drafts/meet-drafts.ts';
import type { Draft } from './draft.ts';

export interface Elsewhere {
  readonly isShown: boolean;
  readonly savedAt: string;
  readonly other: Words | null;
}

/** On opening and on return, shows the newest draft and offers the other; `show(null)` shows the saved values. */
export function useDraftElsewhere(draft: Draft, name: string, show: (words: Words | null) => void) {
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const { userId } = draft;
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: [...keyOf('/api/drafts/{form}', { params: { form: name } }), userId],
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
    // A draft was sent or saved meanwhile, so the answer is out of date.
    if ((here?.seenAt ?? null) !== seenAt) return;
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
  // A form that follows a sent one of the same name would first get the draft of that one.
  useEffect(() => {
    if (data && isFetchedAfterMount) take(data);
  }, [data, isFetchedAfterMount]);

  useEffect(() => {
    if (draft.kept === 'nowhere') setElsewhere(null);
  }, [draft.kept]);

  return {
    elsewhere,
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
