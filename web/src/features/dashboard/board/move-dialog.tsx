import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { useApplicationParts } from '../../../shared/application/application-parts.ts';
import { JOURNEY, statusWord } from '../../../shared/application/journey.ts';
import { StatusChip } from '../../../shared/application/status-chip.tsx';
import classes from './board.module.css';

function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const at = choices.findIndex((choice) => choice.matches(':focus'));
  event.preventDefault();
  choices[at + step]?.focus();
}

/** Focuses the next status, because most moves are one step ahead. */
function focusNextStep(dialog: HTMLElement): void {
  const statuses = [...dialog.querySelectorAll<HTMLElement>('[aria-current], li button')];
  const here = statuses.findIndex((status) => status.matches('[aria-current]'));
  statuses[here + 1]?.focus();
}

export function MoveDialog({
  application,
  isTransfer,
  onMove,
  onClose,
}: {
  application: ApplicationView;
  isTransfer: boolean;
  onMove: (to: ApplicationStatus) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { Transfer } = useApplicationParts();
  const [transfers, setTransfers] = useState(isTransfer);
  const name = nameOf(application);
  useEffect(() => {
    dialog.current?.showModal();
    if (dialog.current) focusNextStep(dialog.current);
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} dir="auto">
        {transfers ? `Transfer ${name}` : `Move ${name} to…`}
      </h2>
      {transfers ? (
        <Transfer application={application} onDone={close} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are an addition to the buttons inside */}
          <div className={classes.choices} onKeyDown={stepThrough}>
            {JOURNEY.map(({ family, statuses }) => (
              <section key={family} aria-label={family}>
                <h3 className={classes.familyName}>{family}</h3>
                <ul>
                  {statuses.map((status) => (
                    <li key={status}>
                      {status === application.status ? (
                        <span className={classes.here} aria-current="true">
                          <StatusChip status={status} /> is here now
                        </span>
                      ) : (
                        <button
                          type="button"
                          className={classes.choice}
                          aria-label={statusWord(status)}
                          onClick={() => {
                            if (status === 'TRANSFERRED') return setTransfers(true);
                            close();
                            onMove(status);
                          }}
                        >
                          <StatusChip status={status} />
                        </button>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <Button variant="default" size="sm" onClick={close}>
            Cancel
          </Button>
        </>
      )}
    </dialog>
  );
}
