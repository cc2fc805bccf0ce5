import { useId, useLayoutEffect, useRef } from 'react';
import type { Question } from '../../../../api/contract/assessments.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { chosenEarly } from '../../shared/browser/early-press.ts';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';
import { useFocusOnChange } from './use-focus-on-change.ts';

export function QuestionCard({
  question,
  place,
  answer,
  isConflicting,
  isDisabled,
  onChoose,
}: {
  question: Question;
  place: number;
  answer: string | null;
  isConflicting: boolean;
  isDisabled: boolean;
  onChoose: (value: string) => void;
}) {
  const heading = useFocusOnChange<HTMLHeadingElement>(place);
  const promptId = useId();
  const group = useRef<HTMLDivElement>(null);
  const takeEarly = useRef(() => {
    const value = chosenEarly(group.current);
    if (value !== null) onChoose(value);
  });
  useLayoutEffect(() => takeEarly.current(), []);
  return (
    <section className={classes.question} aria-labelledby={promptId}>
      <h2 id={promptId} ref={heading} tabIndex={-1} className={`${classes.prompt} ${classes.question}`} dir="auto">
        {question.prompt}
      </h2>
      {question.details && <LazyMarkdown>{question.details}</LazyMarkdown>}
      {question.imageUrl && (
        <a href={question.imageUrl} target="_blank" rel="noopener">
          <img
            key={question._id}
            className={classes.picture}
            src={question.imageUrl}
            alt={`Figure for question ${place + 1}; opens full size`}
          />
        </a>
      )}
      {isConflicting && (
        <Notice meaning="attention" role="status">
          {TEXTS.assessing.answeredElsewhere}
        </Notice>
      )}
      <div ref={group} className={classes.options} role="radiogroup" aria-labelledby={promptId}>
        {question.options.map(({ _id, value }) => (
          <label key={_id} className={classes.option}>
            <input
              type="radio"
              name={question._id}
              value={value}
              checked={answer === value}
              disabled={isDisabled}
              onChange={() => onChoose(value)}
            />
            <span dir="auto">{value}</span>
          </label>
        ))}
      </div>
    </section>
  );
}
