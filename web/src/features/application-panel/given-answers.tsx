import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Answers } from '../../shared/application/answers.tsx';
import type { ProcessOutline } from '../../shared/application/outline.ts';
import { answersOf } from '../../shared/forms/changed-values.ts';
import { earlierAnswersQuery, IN_DETAILS } from '../application/earlier-answers-queries.ts';
import { AnswersToCorrect } from './answers-to-correct.tsx';
import classes from './application-panel.module.css';

/** What the applicant has answered in the form and in the steps, to be read beside the tools. */
export function GivenAnswers({
  application,
  outline,
  onWrite,
}: {
  application: ApplicationView;
  outline: ProcessOutline;
  onWrite: () => void;
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const parts = outline.forms.flatMap(({ step, title, fields }) => {
    const values = answersOf(
      fields.map(({ name }) => name),
      application,
    );
    const isAnswered = Object.values(values).some((value) => value !== '');
    const isVisible =
      step === null || application.steps?.some(({ index, isVisible: shown }) => index === step && shown);
    return fields.length > 0 && (isVisible || isAnswered) ? [{ step, title, fields, values }] : [];
  });
  const asked = new Set([...IN_DETAILS, ...outline.questions.map(({ name }) => name)]);
  const { data: earlier = [] } = useQuery(earlierAnswersQuery(application, asked));
  if (parts.length === 0) return null;
  return (
    <details className={classes.answers} open={isNarrow !== true}>
      <summary>
        <h3 className={classes.heading}>Answers</h3>
      </summary>
      {parts.map(({ step, title, fields, values }) => (
        <div key={step} className={classes.answered}>
          <h4 dir="auto">{title}</h4>
          {step === null && !application.isErased ? (
            <AnswersToCorrect
              key={application._id}
              application={application}
              fields={fields}
              values={values}
              isAdminOnly={(name) => outline.columns.some((column) => column.name === name && column.isAdminOnly)}
              onWrite={onWrite}
            />
          ) : (
            <Answers fields={fields} values={values} />
          )}
        </div>
      ))}
      {!application.isErased &&
        earlier.map(({ batchName, fields, values }) => (
          <div key={batchName} className={classes.answered}>
            <h4 dir="auto">{TEXTS.panel.answeredFor(batchName)}</h4>
            <Answers fields={fields} values={values} />
          </div>
        ))}
    </details>
  );
}
