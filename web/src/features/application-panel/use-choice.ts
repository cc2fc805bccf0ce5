import { type RefObject, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { useBaseVersion } from '../../shared/drafts/base-version.ts';
import { type Attempt, useApplicationChange } from '../../shared/staff-queries/change-queries.ts';

/** A choice for one field until it is saved or cancelled; `since` is the version that it is based on. */
export function useChoice<Value>(application: ApplicationView, current: Value) {
  const [chosen, setChosen] = useState<{ readonly value: Value } | null>(null);
  const select: RefObject<HTMLSelectElement | null> = useRef(null);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const { since, rebase } = useBaseVersion(application.version, chosen !== null);
  const value = chosen === null ? current : chosen.value;
  const isChanged = value !== current;
  const forget = () => {
    setChosen(null);
    dismiss();
    select.current?.focus();
  };
  return {
    value,
    isChanged,
    choose: (next: Value) => setChosen({ value: next }),
    forget,
    /** Returns the version after it, or null if it was not saved. */
    save: (saved: Value, attempt: Attempt): Promise<number | null> => {
      setChosen({ value: saved });
      // The optimistic update removes the pressed button, so a refusal would otherwise leave the focus nowhere.
      select.current?.focus();
      return change(attempt).then(
        ({ version }) => {
          rebase(version);
          // A choice made while this one was being saved stays.
          setChosen((now) => (now?.value === saved ? null : now));
          return version;
        },
        () => {
          // The alert or the conflict notice shows the error; the choice stays.
          return null;
        },
      );
    },
    since,
    select,
    isPending,
    isSaved: isSaved && !isChanged,
    conflict,
  };
}
