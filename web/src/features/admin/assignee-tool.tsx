import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import { useBaseVersion } from '../../shared/base-version.ts';
import { useUser } from '../../shared/session.ts';
import classes from './admin.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { adminsQuery, useApplicationChange } from './queries.ts';
import { SavedNote } from './saved-note.tsx';

const UNASSIGNED = '';

/** Gives the application to an Owner or Admin, or to nobody. */
export function AssigneeTool({ application }: { application: Application }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const { data: user } = useUser();
  const { data: admins } = useQuery(adminsQuery);
  const select = useRef<HTMLSelectElement>(null);
  const { change, isPending, isSaved, conflict, dismiss } = useApplicationChange(application);
  const assignee = application.adminAssignee ?? null;
  const people = new Map(admins?.map(({ _id, email }) => [_id, email]));
  // One who has left the organization still stands here until somebody else takes over.
  if (assignee && !people.has(assignee.userId)) people.set(assignee.userId, assignee.userEmail ?? 'Former member');
  const current = assignee?.userId ?? UNASSIGNED;
  const value = chosen ?? current;
  const since = useBaseVersion(application.version, chosen !== null);
  const forget = () => {
    setChosen(null);
    dismiss();
    select.current?.focus();
  };
  const assign = (userId: string, upon?: { since: number }) => {
    setChosen(userId);
    const adminAssignee = userId === UNASSIGNED ? null : { userId, userEmail: people.get(userId) ?? null };
    return change({
      changes: { adminAssignee: adminAssignee && { userId: adminAssignee.userId } },
      preview: { adminAssignee },
      ...upon,
    }).then(forget, () => {
      // Told by the alert or the conflict notice; the choice stays.
    });
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void assign(value, { since });
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Assignee
      </label>
      <div className={classes.line}>
        <NativeSelect
          ref={select}
          id={id}
          size="sm"
          className={classes.grow}
          value={value}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: UNASSIGNED, label: 'UNASSIGNED' },
            ...[...people].map(([userId, email]) => ({ value: userId, label: email })),
          ]}
        />
        {value !== current && !conflict && (
          <>
            <Button type="submit" size="sm" loading={isPending}>
              Assign
            </Button>
            <Button size="sm" variant="subtle" onClick={forget}>
              Cancel
            </Button>
          </>
        )}
        {value === current && user && current !== user._id && people.has(user._id) && (
          <Button size="sm" variant="subtle" loading={isPending} onClick={() => void assign(user._id, { since })}>
            Assign to me
          </Button>
        )}
      </div>
      <SavedNote isShown={isSaved && value === current} />
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={people.get(value) ?? 'UNASSIGNED'}
          onMine={() => assign(value)}
          onTheirs={forget}
        />
      )}
    </form>
  );
}
