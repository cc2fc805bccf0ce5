import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { useApplicationParts } from '../../../shared/application/application-parts.ts';
import { statusWord } from '../../../shared/application/journey.ts';
import { useTemplatesOf } from '../../../shared/staff-queries/template-queries.ts';
import classes from './board.module.css';
import type { MoveFeedback } from './use-moves.ts';

type Moved = Extract<MoveFeedback, { kind: 'moved' }>;

export function MoveFeedbackBar({
  feedback,
  isShown,
  onUndo,
  onEmail,
  onMine,
  onDismiss,
}: {
  feedback: MoveFeedback | null;
  isShown: (applicationId: string) => boolean;
  onUndo: (moved: Moved) => void;
  /** Undefined for people who may not send emails. */
  onEmail: ((moved: Moved, templateId: string) => void) | undefined;
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
              {feedback.kind === 'moved' && feedback.version !== null && onEmail && (
                <EmailButtons moved={feedback} onEmail={onEmail} />
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

/** The emails that go with the new status. */
function EmailButtons({ moved, onEmail }: { moved: Moved; onEmail: (moved: Moved, templateId: string) => void }) {
  return useTemplatesOf(moved.application.organizationId, moved.to).map(({ _id, name }) => (
    <Button key={_id} size="compact-sm" variant="subtle" onClick={() => onEmail(moved, _id)}>
      Email “{name}”
    </Button>
  ));
}

function wordsOf(feedback: Exclude<MoveFeedback, { kind: 'conflict' }>, isShown: (id: string) => boolean): string {
  if (feedback.kind === 'words') return feedback.words;
  const moved = `Moved ${nameOf(feedback.application)} to ${statusWord(feedback.to)}.`;
  return isShown(feedback.application._id) ? moved : TEXTS.dashboard.notShownThere(moved);
}
