import { useCallback, useRef, useState } from 'react';
import { RequestFailed } from '../api/api-client.ts';
import type { Values } from '../forms/field-errors.ts';
import { useUser } from '../session/session.ts';
import { accountDrafts } from './account-drafts.ts';
import { drafts, type Words } from './drafts.ts';
import type { AccountDraft } from './meet-drafts.ts';

/** Where those words of a form are kept that have not been sent. */
export type KeptWhere = 'nowhere' | 'device' | 'account';

/** What was sent is a draft nowhere any more, also where the form that kept it is no longer on the screen. */
export function forgetDraft(userId: string | null, name: string): void {
  drafts.of(userId).remove(name);
  if (userId !== null) accountDrafts.put({ userId, name }, null, () => undefined);
}

/**
 * The draft of one form: what it held when the page was opened, and where it is kept now. It belongs to whoever opened
 * the page, even when their session ends meanwhile.
 */
export function useDraft(name: string) {
  const { data: user } = useUser();
  const [userId] = useState(() => user?._id ?? null);
  const [mine] = useState(() => drafts.of(userId));
  const [initial] = useState(() => mine.read(name));
  const find = useCallback(() => mine.find(name), [mine, name]);
  const look = useCallback((): KeptWhere => {
    const draft = find();
    return !draft ? 'nowhere' : draft.isSent ? 'account' : 'device';
  }, [find]);
  const [kept, setKept] = useState(look);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Until this form has met the draft on the account, it could overwrite newer words there.
  const hasMet = useRef(false);

  const send = useCallback(() => {
    if (userId === null || !hasMet.current) return;
    const words = find()?.words ?? null;
    const onSent = (savedAt: string | null) => {
      if (words && savedAt) mine.noteSent(name, words, savedAt);
      setRefusal(null);
      setKept(look());
    };
    accountDrafts.put({ userId, name }, words, onSent, (error) => {
      if (error instanceof RequestFailed && error.status === 422) setRefusal(error.message);
    });
  }, [find, look, mine, name, userId]);

  const keep = useCallback(
    (values: Values, saved: Values) => {
      const before = find();
      mine.write(name, values, saved);
      const after = find();
      if ((before || after) && !after?.isSent) send();
      setKept(look());
    },
    [find, look, mine, name, send],
  );
  const forget = useCallback(() => {
    const before = find();
    mine.remove(name);
    if (before) send();
    setKept('nowhere');
  }, [find, mine, name, send]);
  /** They stand, though others are saved now: here they must not go when the others' draft goes. */
  const insist = useCallback(() => {
    mine.insist(name);
    send();
    setKept(look());
  }, [look, mine, name, send]);
  /** The account's words in place of this device's; null: they are gone there, too. */
  const adopt = useCallback(
    (words: Words | null, savedAt: string) => {
      if (words) mine.adopt(name, words, savedAt);
      else mine.remove(name);
      setKept(look());
    },
    [look, mine, name],
  );
  /** The account holds the same words: nothing needs to be sent. */
  const agree = useCallback(
    ({ words, savedAt }: AccountDraft) => {
      mine.noteSent(name, words, savedAt);
      setKept(look());
    },
    [look, mine, name],
  );
  return { userId, initial, kept, refusal, find, keep, forget, insist, adopt, agree, send, hasMet };
}

export type Draft = ReturnType<typeof useDraft>;
