import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { USER_KEY } from '../api/keys.ts';
import { useAskBeforeLeaving } from '../browser/use-ask-before-leaving.ts';
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
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current && currentLocation.pathname !== nextLocation.pathname && Boolean(client.getQueryData(USER_KEY)),
  );
  const ask = useEffectEvent(() => showConfirm(question, { confirmLabel: 'Leave', isDestructive: isUnkept }));
  const answer = useEffectEvent((leaves: boolean) => (leaves ? proceed : reset)?.());
  useEffect(() => {
    if (state !== 'blocked') return;
    let isCurrent = true;
    void ask().then((leaves) => {
      if (isCurrent) answer(leaves);
    });
    return () => {
      isCurrent = false;
    };
  }, [state]);
}
