import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Answers } from '../../shared/application/answers.tsx';
import type { Process } from '../../shared/application/process.ts';
import { answersOf } from '../../shared/forms/changed-values.ts';
import { HEARD, heardField, heardIn } from '../../shared/forms/heard.ts';
import { Unbroken } from '../../shared/ui/unbroken.tsx';
import classes from './application.module.css';
import { askedBy, type EarlierAnswers, earlierAnswersQuery, IN_DETAILS } from './earlier-answers-queries.ts';
import { FormStep, Later, Waiting } from './step-body.tsx';

export const WHAT_YOU_SENT = 'sent';

/** The answers of the application form that *Your details* does not show; after a transfer also those to the former form. */
export function WhatYouSent({
  application,
  process,
  isOwn,
}: {
  application: ApplicationView;
  process: Process;
  isOwn: boolean;
}) {
  const earlier = useEarlierAnswers(application, process);
  const isCopy = Boolean(application.transferredFrom);
  const answers = answersOf([...askedBy(process)], application);
  // The form that a copy was sent with may have asked other questions.
  const asked = process.applicationForm.fields.filter(
    ({ name }) => !IN_DETAILS.has(name) && !(isCopy && answers[name] === ''),
  );
  const heard = application.tracking && heardIn(application.tracking);
  const fields = heard ? [...asked, heardField] : asked;
  if (fields.length + earlier.length === 0 || application.isErased) return null;
  return (
    <section aria-labelledby={WHAT_YOU_SENT}>
      <Title order={2} size="h3" id={WHAT_YOU_SENT}>
        {isOwn ? 'What you sent' : 'Application form'}
      </Title>
      {fields.length > 0 && (
        <div className={classes.sent}>
          <Answers fields={fields} values={{ ...answers, [HEARD]: heard ?? '' }} />
        </div>
      )}
      <Earlier answers={earlier} />
    </section>
  );
}

const useEarlierAnswers = (application: ApplicationView, process: Process): readonly EarlierAnswers[] =>
  useQuery(earlierAnswersQuery(application, askedBy(process))).data ?? [];

const Earlier = ({ answers }: { answers: readonly EarlierAnswers[] }) =>
  answers.map(({ batchName, fields, values }) => (
    <div key={batchName} className={classes.sent}>
      <h3 className={classes.earlier}>
        <Unbroken text={TEXTS.myApplication.answeredFor(batchName)} />
      </h3>
      <Answers fields={fields} values={values} />
    </div>
  ));

/** What was corrected, once nothing is left to be corrected. */
export function correctionsDone({
  status,
  requestedCorrections,
  correctedAnswers,
}: ApplicationView): readonly string[] {
  const isDone = status === 'INCORRECT INFORMATION' && requestedCorrections?.length === 0;
  return isDone ? (correctedAnswers ?? []) : [];
}

const SEND = { submit: 'Send corrections', done: TEXTS.myApplication.correctionsSent };

/** All answers of the application form, for the applicant to correct. Only staff change the email. */
export function Corrections({
  application,
  process,
  onSaved,
}: {
  application: ApplicationView;
  process: Process;
  onSaved: () => void;
}) {
  const { requestedCorrections } = application;
  const earlier = useEarlierAnswers(application, process);
  const { fields: asked } = process.applicationForm;
  const fields = useMemo(() => {
    const notes = new Map((requestedCorrections ?? []).map(({ _id, note }) => [_id, note]));
    return asked.filter(({ name }) => name !== 'email').map((field) => ({ ...field, remark: notes.get(field.name) }));
  }, [asked, requestedCorrections]);
  const done = fields.filter(({ name }) => correctionsDone(application).includes(name)).map(({ label }) => label);
  const marked = fields.filter(({ remark }) => remark !== undefined).length;
  return (
    <section aria-labelledby={WHAT_YOU_SENT}>
      <Title order={2} size="h3" id={WHAT_YOU_SENT} tabIndex={-1}>
        What you sent
      </Title>
      <p className={classes.sub}>
        {marked > 0
          ? TEXTS.myApplication.correctThese(counted(marked, 'answer', 'answers'))
          : done.length > 0
            ? TEXTS.myApplication.correctedThese(done)
            : TEXTS.myApplication.correctHere}
      </p>
      <div className={classes.sent}>
        <Later waiting={<Waiting height={`${5 + 6 * fields.length}rem`} />}>
          <FormStep
            stepId={WHAT_YOU_SENT}
            application={application}
            form={{ fields }}
            isReadOnly={false}
            next={null}
            words={SEND}
            onSaved={onSaved}
          />
        </Later>
      </div>
      <Earlier answers={earlier} />
    </section>
  );
}
