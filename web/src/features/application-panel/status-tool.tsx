import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  isApplicationStatus,
} from '../../../../domain/application/statuses.ts';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { SavedNote } from './saved-note.tsx';
import { TransferTool } from './transfer-tool.tsx';
import { useChoice } from './use-choice.ts';

export function StatusTool({ application }: { application: ApplicationView }) {
  const id = useId();
  const choice = useChoice<ApplicationStatus>(application, application.status);
  const { value: status, isChanged, conflict, forget } = choice;
  const save = (upon?: { since: number }) => choice.save(status, { changes: { status }, preview: { status }, ...upon });
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ since: choice.since });
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Change status
      </label>
      <div className={classes.line}>
        <NativeSelect
          ref={choice.select}
          id={id}
          size="sm"
          className={classes.grow}
          data={[...APPLICATION_STATUSES]}
          value={status}
          onChange={({ currentTarget: { value } }) => {
            if (isApplicationStatus(value)) choice.choose(value);
          }}
        />
        {isChanged && !conflict && status !== 'TRANSFERRED' && (
          <ChoiceButtons label="Save status" isPending={choice.isPending} onCancel={forget} />
        )}
      </div>
      <SavedNote isShown={choice.isSaved} />
      {isChanged && status === 'TRANSFERRED' && <TransferTool application={application} onDone={forget} />}
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={status}
          onMine={() => save()}
          onTheirs={forget}
        />
      )}
    </form>
  );
}
