import { type RefObject, useRef, useState } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import { useBaseVersion } from '../../shared/drafts/base-version.ts';
import { type Attempt, useApplicationChange } from './queries.ts';

/**
 * What staff choose for one field of an application, from the choice until it is saved or forgotten; `since` is the
 * version that they chose upon.
 */
export function useChoice<Value>(application: Application, current: Value) {
  const [chosen, choose] = useState<{ readonly value: Value } | null>(null);
  const select: RefObject<HTMLSelectElement | null> = useRef(null);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const since = useBaseVersion(application.version, chosen !== null);
  const value = chosen === null ? current : chosen.value;
  const isChanged = value !== current;
  const forget = () => {
    choose(null);
    dismiss();
    // The button that was pressed is gone; the keyboard goes on where it was.
    select.current?.focus();
  };
  return {
    value,
    isChanged,
    choose: (next: Value) => choose({ value: next }),
    forget,
    save: (attempt: Attempt) => {
      // What is shown as chosen at once takes the pressed button away, and a refusal would find the focus nowhere.
      select.current?.focus();
      return change(attempt).then(forget, () => {
        // Told by the alert or the conflict notice; the choice stays.
      });
    },
    since,
    select,
    isPending,
    isSaved: isSaved && !isChanged,
    conflict,
  };
}
