import { Button, Textarea } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Question } from '../../../../../domain/assessment/events.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import dialogs from '../../../shared/ui/dialogs.module.css';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './assessments.module.css';
import { pastedQuestions } from './pasted-questions.ts';

const LONGEST = 500_000;
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
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [text, setText] = useState('');
  const { questions: taken, leftOut } = useMemo(() => pastedQuestions(text, room), [text, room]);
  const wrong = taken.filter(({ problem }) => problem !== null).length;
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={`${dialogs.dialog} ${classes.pasting}`} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>Paste a list of questions</h2>
      <Textarea
        label="Questions"
        description="An empty line between questions. The first line is the question, each further line is an option, and a * marks the correct one."
        placeholder={EXAMPLE}
        rows={9}
        maxLength={LONGEST}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <section aria-label="Preview" className={classes.questions}>
        <p role="status" className={classes.quiet}>
          {taken.length === 0
            ? 'The questions appear here before they are added.'
            : `${counted(taken.length, 'question', 'questions')}${wrong > 0 ? `, ${wrong} to correct` : ''}`}
        </p>
        {leftOut > 0 && (
          <Notice meaning="attention">
            This quiz can take {counted(room, 'more question', 'more questions')}. The last{' '}
            {counted(leftOut, 'one is', 'ones are')} left out.
          </Notice>
        )}
        <ol className={classes.reading}>
          {taken.map(({ question: { _id, prompt, options }, problem }) => (
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
          ))}
        </ol>
      </section>
      <div className={dialogs.buttons}>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
        <Button
          disabled={taken.length === 0}
          onClick={() => {
            dialog.current?.close();
            onAdd(taken.map(({ question }) => question));
          }}
        >
          {taken.length === 0 ? 'Add' : `Add ${counted(taken.length, 'question', 'questions')}`}
        </Button>
      </div>
    </dialog>
  );
}
