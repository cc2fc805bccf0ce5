import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { useApplicationParts } from '../../../shared/application/application-parts.ts';
import classes from './board.module.css';
import { statusWord } from './journey.ts';
import type { Told } from './use-moves.ts';

/** A bar at the lower edge: the last move with *Undo*, or another person's change of the same card. */
export function ToldBar({
  told,
  isShown,
  onUndo,
  onMine,
  onDismiss,
}: {
  told: Told | null;
  isShown: (applicationId: string) => boolean;
  onUndo: (moved: Extract<Told, { kind: 'moved' }>) => void;
  onMine: (conflict: Extract<Told, { kind: 'conflict' }>) => Promise<unknown>;
  onDismiss: () => void;
}) {
  const { ConflictNotice } = useApplicationParts();
  return (
    <div className={classes.told} data-empty={told === null}>
      {told?.kind === 'conflict' ? (
        <ConflictNotice
          application={told.application}
          conflict={told.conflict}
          mine={statusWord(told.to)}
          onMine={() => onMine(told)}
          onTheirs={onDismiss}
        />
      ) : (
        <>
          <p role="status" dir="auto">
            {told && wordsOf(told, isShown)}
          </p>
          {told && (
            <span className={classes.ways}>
              {told.kind === 'moved' && told.version !== null && (
                <Button size="compact-sm" variant="subtle" onClick={() => onUndo(told)}>
                  Undo
                </Button>
              )}
              <button type="button" className={classes.dismiss} aria-label="Dismiss" onClick={onDismiss}>
                <IconX size={16} aria-hidden />
              </button>
            </span>
          )}
        </>
      )}
    </div>
  );
}

function wordsOf(told: Exclude<Told, { kind: 'conflict' }>, isShown: (id: string) => boolean): string {
  if (told.kind === 'words') return told.words;
  const moved = `Moved ${nameOf(told.application)} to ${statusWord(told.to)}.`;
  return isShown(told.application._id) ? moved : `${moved} Your filters do not show it there.`;
}
