import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  isApplicationStatus,
} from '../../../../domain/application/statuses.ts';
import { useTemplatesOf } from '../../shared/staff-queries/template-queries.ts';
import classes from './application-panel.module.css';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { TransferTool } from './transfer-tool.tsx';
import { useChoice } from './use-choice.ts';

const UNDO_MS = 10_000;

type Write = (templateId?: string) => void;

interface Done {
  readonly words: string;
  readonly status: ApplicationStatus;
  /** Of the change that Undo takes back. */
  readonly undo: { readonly version: number; readonly from: Pick<ApplicationView, 'status' | 'statusSince'> } | null;
}

/** A status that is picked from the list is saved at once. Arrow keys pass through statuses, so they wait for Enter. */
export function StatusTool({ application, onWrite }: { application: ApplicationView; onWrite: Write }) {
  const id = useId();
  const choice = useChoice<ApplicationStatus>(application, 'status', application.status);
  const { value: status, isChanged, conflict, forget } = choice;
  const byKeys = useRef(false);
  const [isSavedAtOnce, setSavedAtOnce] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const save = async (to: ApplicationStatus, upon?: { since: number }) => {
    setDone(null);
    const { status: former, statusSince } = application;
    const preview = { status: to, statusSince: new Date().toISOString() };
    const version = await choice.save(to, { changes: { status: to }, preview, ...upon });
    if (version !== null)
      setDone({ words: `Saved: ${to}.`, status: to, undo: { version, from: { status: former, statusSince } } });
  };
  const undo = async ({ version, from }: NonNullable<Done['undo']>) => {
    setDone(null);
    const changes = { status: from.status, undoes: version };
    const isBack = await choice.save(from.status, { changes, preview: from, since: version });
    if (isBack !== null) setDone({ words: `Back to ${from.status}.`, status: from.status, undo: null });
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void save(status, { since: choice.since });
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
          onPointerDown={() => {
            byKeys.current = false;
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Enter') byKeys.current = true;
            else if (isChanged && !conflict && status !== 'TRANSFERRED') void save(status, { since: choice.since });
          }}
          onChange={({ currentTarget: { value } }) => {
            if (!isApplicationStatus(value)) return;
            choice.choose(value);
            if (byKeys.current || value === 'TRANSFERRED' || value === application.status) return;
            setSavedAtOnce(true);
            void save(value, { since: choice.since }).then(() => setSavedAtOnce(false));
          }}
        />
        {isChanged && !isSavedAtOnce && !conflict && status !== 'TRANSFERRED' && (
          <ChoiceButtons label="Save status" isPending={choice.isPending} onCancel={forget} />
        )}
      </div>
      <DoneNote
        organizationId={application.organizationId}
        done={done}
        onUndo={undo}
        onWrite={onWrite}
        onOver={() => setDone(null)}
      />
      {isChanged && status === 'TRANSFERRED' && <TransferTool application={application} onDone={forget} />}
      {conflict && (
        <ConflictNotice
          application={application}
          conflict={conflict}
          mine={status}
          onMine={() => save(status)}
          onTheirs={forget}
        />
      )}
    </form>
  );
}

/** Stays while it has the pointer or the focus. */
function DoneNote({
  organizationId,
  done,
  onUndo,
  onWrite,
  onOver,
}: {
  organizationId: string;
  done: Done | null;
  onUndo: (undo: NonNullable<Done['undo']>) => void;
  onWrite: Write;
  onOver: () => void;
}) {
  const [isHeld, setIsHeld] = useState(false);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    if (!done || isHeld) return undefined;
    const timer = setTimeout(() => over.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done, isHeld]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  const holding = { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
  const undo = done?.undo ?? null;
  const emails = useTemplatesOf(organizationId, done?.status ?? null);
  // A removed button hears of no pointer that leaves it.
  const andRelease = (act: () => void) => () => {
    release();
    act();
  };
  return (
    <div className={classes.line}>
      <span role="status" className={classes.quiet}>
        {done?.words}
      </span>
      {undo && (
        <>
          <Button size="compact-sm" variant="subtle" {...holding} onClick={andRelease(() => onUndo(undo))}>
            Undo
          </Button>
          {emails.map(({ _id, name }) => (
            <Button key={_id} size="compact-sm" variant="subtle" {...holding} onClick={() => onWrite(_id)}>
              Email “{name}”
            </Button>
          ))}
          {emails.length === 0 && (
            <Button size="compact-sm" variant="subtle" {...holding} onClick={() => onWrite()}>
              Email the applicant
            </Button>
          )}
        </>
      )}
    </div>
  );
}
