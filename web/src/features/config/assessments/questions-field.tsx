import type { FieldValue } from '../../../../../domain/application/events.ts';
import { uploaderTo } from '../../../shared/files/upload.ts';
import type { ControlProps, Field } from '../../../shared/forms/field-errors.ts';
import { mergeLists } from '../../../shared/forms/merge-lists.ts';
import classes from './assessments.module.css';
import { QuestionList } from './question-list.tsx';
import { questionsInWords, questionsProblem, readQuestions } from './questions.ts';

/** Pictures can be uploaded once the quiz has an id. */
export function questionsField({ organizationId, targetId }: { organizationId: string; targetId?: string }): Field {
  const upload = targetId
    ? uploaderTo('upload', { targetType: 'assessment', targetId, uploadType: 'questionImage', organizationId })
    : null;
  return {
    name: 'questions',
    label: 'Questions',
    dataType: 'custom',
    Control: (props: ControlProps) => <QuestionList {...props} uploadPicture={upload} />,
    View,
    check: questionsProblem,
    inWords: questionsInWords,
    stored: readQuestions,
    merge: mergeLists,
  };
}

function View({ value }: { value: FieldValue }) {
  const questions = readQuestions(value);
  if (questions.length === 0) return <>No questions yet</>;
  return (
    <ol className={classes.reading}>
      {questions.map(({ _id, prompt, options }) => (
        <li key={_id}>
          <bdi>{prompt}</bdi>
          <ul>
            {options.map((option) => (
              <li key={option._id}>
                <bdi>{option.value}</bdi>
                {option.isCorrect && <strong> (correct)</strong>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
