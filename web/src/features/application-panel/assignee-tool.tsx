import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { useUser } from '../../shared/session/session.ts';
import { adminsQuery } from '../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { SavedNote } from './saved-note.tsx';
import { useChoice } from './use-choice.ts';

const UNASSIGNED = '';

export function AssigneeTool({ application }: { application: ApplicationView }) {
  const id = useId();
  const { data: user } = useUser();
  const { data: admins } = useQuery(adminsQuery);
  const assignee = application.adminAssignee ?? null;
  const call = useStaffNames();
  const people = new Map<string, string | null>(admins?.map(({ _id, email }) => [_id, email]));
  const nameOf = (userId: string) => call(people.get(userId)) ?? 'Former member';
  // A former member of staff remains the assignee until another person is assigned.
  if (assignee && !people.has(assignee.userId)) people.set(assignee.userId, assignee.userEmail);
  const current = assignee?.userId ?? UNASSIGNED;
  const choice = useChoice<string>(application, 'assignee', current);
  const { value, isChanged, isPending, conflict, forget } = choice;
  const assign = (userId: string, upon?: { since: number }) => {
    const adminAssignee = userId === UNASSIGNED ? null : { userId, userEmail: people.get(userId) ?? null };
    return choice.save(userId, {
      changes: { adminAssignee: adminAssignee && { userId: adminAssignee.userId } },
      preview: { adminAssignee },
      ...upon,
    });
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void assign(value, { since: choice.since });
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Assignee
      </label>
      <div className={classes.line}>
        <NativeSelect
          ref={choice.select}
          id={id}
          size="sm"
          className={classes.grow}
          value={value}
          onChange={({ currentTarget }) => choice.choose(currentTarget.value)}
          data={[
            { value: UNASSIGNED, label: 'UNASSIGNED' },
            ...[...people.keys()].map((userId) => ({ value: userId, label: nameOf(userId) })),
          ]}
        />
        {isChanged && !conflict && <ChoiceButtons label="Assign" isPending={isPending} onCancel={forget} />}
        {!isChanged && user && current !== user._id && people.has(user._id) && (
          <Button
            size="sm"
            variant="subtle"
            loading={isPending}
            onClick={() => void assign(user._id, { since: choice.since })}
          >
            Assign to me
          </Button>
        )}
      </div>
      <SavedNote isShown={choice.isSaved} />
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={value === UNASSIGNED ? 'UNASSIGNED' : nameOf(value)}
          onMine={() => assign(value)}
          onTheirs={forget}
        />
      )}
    </form>
  );
}
