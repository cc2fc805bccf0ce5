import { use, useCallback, useRef, useState } from 'react';
import { RequestFailed } from '../api/api-client.ts';
import { accountDrafts } from '../drafts/account-drafts.ts';
import { drafts, type Words } from '../drafts/drafts.ts';
import { KeepsNoDrafts, noDrafts } from '../drafts/keeps-no-drafts.ts';
import type { AccountDraft } from '../drafts/meet-drafts.ts';
import { useUser } from '../session/session.ts';
import type { Values } from './field-errors.ts';

export type KeptWhere = 'nowhere' | 'device' | 'account';

/** Deletes the draft of a sent form on the device and in the account, also after the form was unmounted. */
export function forgetDraft(userId: string | null, name: string): void {
  drafts.of(userId).remove(name);
  if (userId !== null) accountDrafts.put({ userId, name }, null, () => undefined);
}

/** Belongs to the person who opened the page, even if their session ends meanwhile. */
export function useDraft(name: string) {
  const { data: user } = useUser();
  const isPreview = use(KeepsNoDrafts);
  const [userId] = useState(() => (isPreview ? null : (user?._id ?? null)));
  const [mine] = useState(() => (isPreview ? noDrafts : drafts).of(userId));
  const [initial] = useState(() => mine.read(name));
  const find = useCallback(() => mine.find(name), [mine, name]);
  const look = useCallback((): KeptWhere => {
    const draft = find();
    return !draft ? 'nowhere' : draft.isSent ? 'account' : 'device';
  }, [find]);
  const [kept, setKept] = useState(look);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Until this form has read the account's draft, it could overwrite a newer one.
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
      const isKept = mine.write(name, values, saved);
      const after = find();
      if ((before || after) && !after?.isSent) send();
      setKept(isKept ? look() : 'nowhere');
    },
    [find, look, mine, name, send],
  );
  const forget = useCallback(() => {
    const before = find();
    mine.remove(name);
    if (before) send();
    setKept('nowhere');
  }, [find, mine, name, send]);
  /** Keeps these values even when the account's draft is deleted, although other values are saved now. */
  const insist = useCallback(() => {
    mine.insist(name);
    send();
    setKept(look());
  }, [look, mine, name, send]);
  /** Null means that the account's draft is gone. */
  const adopt = useCallback(
    (words: Words | null, savedAt: string) => {
      if (words) mine.adopt(name, words, savedAt);
      else mine.remove(name);
      setKept(look());
    },
    [look, mine, name],
  );
  /** The account has the same values, so nothing is sent. */
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
