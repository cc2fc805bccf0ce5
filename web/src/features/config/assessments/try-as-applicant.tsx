import { Button } from '@mantine/core';
import { IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Assessment } from '../../../../../api/contract/assessments.ts';
import { questionsRule } from '../../../../../domain/assessment/questions.ts';
import type { AssessmentType } from '../../../../../domain/assessment/types.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { useApplicantPageParts } from '../../../shared/application/applicant-page-parts.ts';
import { isSameAnswer } from '../../../shared/forms/changed-values.ts';
import { errorsOf, type Field, storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './assessments.module.css';
import { valuesOf } from './fields.ts';
import { readQuestions } from './questions.ts';

interface TriedProps {
  readonly organizationId: string;
  readonly type: AssessmentType;
  readonly fields: readonly Field[];
  /** What the form shows, saved or not. */
  readonly values: Values;
  /** As saved; undefined for a new one. */
  readonly assessment: Assessment | undefined;
}

export function TryAsApplicant(props: TriedProps) {
  const [tried, setTried] = useState<Tried | null>(null);
  const open = () => {
    const { fields, values } = props;
    const [wrong] = Object.entries(errorsOf(fields, values));
    if (!wrong) return setTried(triedOf(props));
    const label = fields.find(({ name }) => name === wrong[0])?.label ?? wrong[0];
    void showAlert(`Applicants cannot take this yet. ${label}: ${wrong[1]}`);
  };
  return (
    <div>
      <Button variant="default" size="sm" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={open}>
        Try as applicant
      </Button>
      {tried && <Trial tried={tried} onClose={() => setTried(null)} />}
    </div>
  );
}

type Tried = ReturnType<typeof triedOf>;

function triedOf({ organizationId, type, fields, values, assessment }: TriedProps) {
  const cleaned = questionsRule(readQuestions(values.questions ?? ''));
  const questions = 'value' in cleaned && type === 'quiz' ? cleaned.value : [];
  const saved = assessment && valuesOf(fields, assessment);
  const shown: Assessment = {
    _id: 'trial',
    version: 0,
    organizationId,
    createdAt: '',
    name: '',
    description: null,
    instructions: null,
    timeLimitMinutes: null,
    attachment: null,
    externalAssessmentUrl: null,
    ...storedChanges<Assessment>(fields, values),
    type,
    questionCount: questions.length,
    questions: questions.map(({ options, ...question }) => ({
      ...question,
      options: options.map(({ _id, value }) => ({ _id, value })),
    })),
  };
  return {
    assessment: shown,
    questions,
    isSaved: saved !== undefined && fields.every((field) => isSameAnswer(field, values[field.name], saved[field.name])),
  };
}

function Trial({ tried: { assessment, questions, isSaved }, onClose }: { tried: Tried; onClose: () => void }) {
  const { AssessmentTrial } = useApplicantPageParts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.trial} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.trialHead}>
        <div>
          <strong id={titleId}>Try as applicant</strong>
          <p className={classes.quiet}>
            {isSaved ? TEXTS.assessmentEditor.savedVersion : TEXTS.assessmentEditor.unsavedVersion}{' '}
            {TEXTS.assessmentEditor.nothingRecorded}
          </p>
        </div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => dialog.current?.close()}
        >
          Close
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long page scrolls with the keyboard */}
      <section className={classes.trialBody} aria-label="The applicant’s page" tabIndex={0}>
        <Suspense
          fallback={
            <Loading label="Loading the applicant’s page">
              <Bone height="12rem" />
            </Loading>
          }
        >
          <AssessmentTrial assessment={assessment} questions={questions} />
        </Suspense>
      </section>
    </dialog>
  );
}
