import { type RefObject, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { useBaseVersion } from '../../shared/drafts/base-version.ts';
import { useActor } from '../../shared/session/session.ts';
import { type Attempt, useApplicationChange } from '../../shared/staff-queries/change-queries.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly since: number;
}

/** By person, application and field: a choice outlasts a change of tab, and a row that is scrolled out of the table. */
const unsaved = new Map<string, Choice<string>>();

/** A choice for one field until it is saved or cancelled; `since` is the version that it is based on. */
export function useChoice<Value extends string>(
  application: ApplicationView,
  field: 'assignee' | 'plan' | 'status',
  current: Value,
) {
  const key = `${useActor().id} ${application._id} ${field}`;
  const [begun] = useState(() => unsaved.get(key) as Choice<Value> | undefined);
  const [chosen, setChosen] = useState<Pick<Choice<Value>, 'value'> | null>(begun ?? null);
  const select: RefObject<HTMLSelectElement | null> = useRef(null);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const { since, rebase } = useBaseVersion(application.version, chosen !== null, begun?.since);
  const value = chosen === null ? current : chosen.value;
  const isChanged = value !== current;
  const forget = () => {
    unsaved.delete(key);
    setChosen(null);
    dismiss();
    select.current?.focus();
  };
  return {
    value,
    isChanged,
    choose: (next: Value) => {
      if (next === current) unsaved.delete(key);
      else unsaved.set(key, { value: next, since });
      setChosen({ value: next });
    },
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
          if (unsaved.get(key)?.value === saved) unsaved.delete(key);
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
