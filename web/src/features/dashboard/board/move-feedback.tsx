import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { useApplicationParts } from '../../../shared/application/application-parts.ts';
import { statusWord } from '../../../shared/application/journey.ts';
import classes from './board.module.css';
import type { MoveFeedback } from './use-moves.ts';

export function MoveFeedbackBar({
  feedback,
  isShown,
  onUndo,
  onMine,
  onDismiss,
}: {
  feedback: MoveFeedback | null;
  isShown: (applicationId: string) => boolean;
  onUndo: (moved: Extract<MoveFeedback, { kind: 'moved' }>) => void;
  onMine: (conflict: Extract<MoveFeedback, { kind: 'conflict' }>) => Promise<unknown>;
  onDismiss: () => void;
}) {
  const { ConflictNotice } = useApplicationParts();
  return (
    <div className={classes.feedback} data-empty={feedback === null}>
      {feedback?.kind === 'conflict' ? (
        <ConflictNotice
          application={feedback.application}
          conflict={feedback.conflict}
          mine={statusWord(feedback.to)}
          onMine={() => onMine(feedback)}
          onTheirs={onDismiss}
        />
      ) : (
        <>
          <p role="status" dir="auto">
            {feedback && wordsOf(feedback, isShown)}
          </p>
          {feedback && (
            <span className={classes.ways}>
              {feedback.kind === 'moved' && feedback.version !== null && (
                <Button size="compact-sm" variant="subtle" onClick={() => onUndo(feedback)}>
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

function wordsOf(feedback: Exclude<MoveFeedback, { kind: 'conflict' }>, isShown: (id: string) => boolean): string {
  if (feedback.kind === 'words') return feedback.words;
  const moved = `Moved ${nameOf(feedback.application)} to ${statusWord(feedback.to)}.`;
  return isShown(feedback.application._id) ? moved : `${moved} Your filters do not show it there.`;
}
