import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Solution } from '../../../../../api/contract/solutions.ts';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { applicantPart } from '../../../../../domain/process/parts.ts';
import { answerableFields, stepsOf } from '../../../../../domain/process/steps.ts';
import { useApplicantPageParts } from '../../../shared/application/applicant-page-parts.ts';
import { type Rehearsal, RehearsalContext } from '../../../shared/application/rehearsal.ts';
import { KeepsNoDrafts } from '../../../shared/drafts/keeps-no-drafts.ts';
import { DynamicForm } from '../../../shared/forms/dynamic-form.tsx';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import type { Open } from './editing.ts';
import { useEditing } from './editing.ts';
import classes from './processes.module.css';

type Answers = Readonly<Record<string, FieldValue | null>>;

const SAMPLE: Answers = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phoneNumber: '+63 2 555 0100',
};

/** The applicant's page for the edited process, at a status and with answers of choice. Nothing is sent or stored. */
export function ProcessPreview({
  config,
  organizationId,
  open,
}: {
  config: ProcessConfig;
  organizationId: string;
  open: Open;
}) {
  const { assessments = [] } = useEditing();
  const { Preview } = useApplicantPageParts();
  const [status, setStatus] = useState<ApplicationStatus>('NEW');
  const [answers, setAnswers] = useState<Answers>(SAMPLE);
  const [planId, setPlanId] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState<readonly string[]>([]);
  const [createdAt] = useState(() => new Date().toISOString());
  const offered = useMemo(
    () => new Set(config.applicationDetailsSteps.flatMap(({ assessmentIds }) => assessmentIds ?? [])),
    [config],
  );
  const { process, application } = useMemo(() => {
    const facts = {
      status,
      fields: { ...answers, selectedPaymentModelId: planId },
      completedAssessmentIds: submitted.filter((id) => offered.has(id)),
      selectedPaymentModelId: planId,
    };
    const application: ApplicationView = {
      ...answers,
      _id: 'preview',
      version: 0,
      organizationId,
      batchId: 'preview',
      status,
      createdAt,
      trackingNumber: null,
      email: typeof answers.email === 'string' ? answers.email : null,
      userId: null,
      selectedPaymentModelId: planId,
      steps: [...stepsOf(config, facts)],
    };
    return { process: applicantPart(config, facts), application };
  }, [config, status, answers, planId, submitted, offered, organizationId, createdAt]);
  const rehearsal = useMemo(
    (): Rehearsal => ({
      change({ selectedPaymentModelId, ...changes }) {
        if (selectedPaymentModelId !== undefined) setPlanId(selectedPaymentModelId as string | null);
        setAnswers((before) => ({ ...before, ...(changes as Answers) }));
        return application;
      },
      solutions: submitted.map((assessmentId) => solutionOf(assessmentId, organizationId, createdAt)),
    }),
    [application, submitted, organizationId, createdAt],
  );
  const step = config.applicationDetailsSteps.findIndex(({ _id }) => _id === open.card);
  const isForm = open.card === 'form';
  const reset = () => {
    setStatus('NEW');
    setAnswers(SAMPLE);
    setPlanId(null);
    setSubmitted([]);
  };
  return (
    <section className={classes.preview} aria-label="What applicants see">
      <div className={classes.previewHead}>
        <h3>What applicants see</h3>
        <p className={classes.quiet}>Try it: nothing that you do here is sent or saved.</p>
      </div>
      {!isForm && (
        <div className={classes.previewTools}>
          <NativeSelect
            label="At this status"
            value={status}
            data={APPLICATION_STATUSES}
            onChange={({ currentTarget: { value } }) => setStatus(value as ApplicationStatus)}
          />
          {[...offered].map((id) => (
            <Checkbox
              key={id}
              label={`Has submitted “${assessments.find(({ _id }) => _id === id)?.name ?? 'an assessment'}”`}
              checked={submitted.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setSubmitted((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
              }
            />
          ))}
          <Button variant="default" size="compact-sm" onClick={reset}>
            Start again
          </Button>
        </div>
      )}
      <KeepsNoDrafts value={true}>
        <RehearsalContext value={rehearsal}>
          {isForm ? (
            <FormPreview config={config} organizationId={organizationId} />
          ) : (
            <Suspense
              fallback={
                <Loading label="Loading the preview">
                  <Bone height="20rem" />
                </Loading>
              }
            >
              <Preview application={application} process={process} step={step >= 0 ? step : null} />
            </Suspense>
          )}
        </RehearsalContext>
      </KeepsNoDrafts>
    </section>
  );
}

const NO_VALUES: Values = {};

function FormPreview({ config, organizationId }: { config: ProcessConfig; organizationId: string }) {
  const { applicationForm } = config;
  const fields = useMemo(() => answerableFields(applicationForm.fields, config), [applicationForm, config]);
  return (
    <>
      {applicationForm.title && <h4 dir="auto">{applicationForm.title}</h4>}
      <DynamicForm
        fields={fields}
        organizationId={organizationId}
        saved={NO_VALUES}
        draftName="preview"
        submitLabel="Check your answers"
        onSubmit={() => undefined}
      />
    </>
  );
}

const solutionOf = (assessmentId: string, organizationId: string, at: string): Solution => ({
  _id: assessmentId,
  version: 0,
  assessmentId,
  applicationId: 'preview',
  organizationId,
  type: 'quiz',
  startedAt: at,
  timeLimitMinutes: null,
  dueAt: null,
  answers: [],
  submittedAt: at,
  score: null,
  isLate: false,
  isRetaken: false,
  externalDetailsUrl: null,
});
