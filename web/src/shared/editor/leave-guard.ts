import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { USER_KEY } from '../api/keys.ts';
import { useAskBeforeLeaving } from '../browser/use-ask-before-leaving.ts';
import { guardLeaving } from '../navigation/leaving.ts';
import { showConfirm } from '../ui/dialogs.tsx';

const QUESTION: string = TEXTS.editing.confirmLeave;
const LOSES: string = TEXTS.editing.confirmLeaveLosing;

/** Closing the tab asks only if the draft could not be kept; logging out never asks: the account has the draft. */
export function useLeaveGuard(
  isDirty: RefObject<boolean>,
  isUnkept: boolean,
  question = isUnkept ? LOSES : QUESTION,
): void {
  const client = useQueryClient();
  useAskBeforeLeaving(isUnkept);
  const mayLose = useEffectEvent(() => isDirty.current && Boolean(client.getQueryData(USER_KEY)));
  const ask = useEffectEvent(() => showConfirm(question, { confirmLabel: 'Leave', isDestructive: isUnkept }));
  useEffect(() => {
    /** Where the last attempt leads, while the question is shown. */
    let wanted: (() => void) | null = null;
    const stop = guardLeaving((leave) => {
      if (!mayLose()) return false;
      const isAsking = wanted !== null;
      wanted = leave;
      if (isAsking) return true;
      void ask().then((leaves) => {
        const last = wanted;
        wanted = null;
        if (leaves) last?.();
      });
      return true;
    });
    return () => {
      stop();
      wanted = null;
    };
  }, []);
}
