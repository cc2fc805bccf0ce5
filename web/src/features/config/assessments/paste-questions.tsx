import type { Question } from '../../../../../domain/assessment/events.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { PasteList } from '../../../shared/editor/paste-list.tsx';
import classes from './assessments.module.css';
import { pastedQuestions } from './pasted-questions.ts';

const EXAMPLE =
  'Which of these is a loop?\nPut the pan on the stove\n*Stir until the sugar has dissolved\n\nThe next question?\n*Yes\nNo';

export function PasteQuestions({
  room,
  onAdd,
  onClose,
}: {
  /** How many questions the quiz can still take. */
  room: number;
  onAdd: (questions: readonly Question[]) => void;
  onClose: () => void;
}) {
  return (
    <PasteList
      description={TEXTS.assessmentEditor.pasteHelp}
      example={EXAMPLE}
      room={room}
      full="This quiz"
      read={(text) => {
        const { questions, leftOut } = pastedQuestions(text, room);
        return { items: questions, leftOut };
      }}
      isWrong={({ problem }) => problem !== null}
      onAdd={(taken) => onAdd(taken.map(({ question }) => question))}
      onClose={onClose}
    >
      {({ question: { _id, prompt, options }, problem }) => (
        <li key={_id} dir="auto">
          <bdi>{prompt}</bdi>
          {problem && <span className={classes.wrong}> {problem}</span>}
          <ul>
            {options.map(({ _id: optionId, value, isCorrect }) => (
              <li key={optionId}>
                <bdi>{value}</bdi>
                {isCorrect && <strong> (correct)</strong>}
              </li>
            ))}
          </ul>
        </li>
      )}
    </PasteList>
  );
}
