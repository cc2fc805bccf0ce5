import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Solution } from '../../../../../api/contract/solutions.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { Facts } from '../../../../../domain/process/conditions.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { applicantPart } from '../../../../../domain/process/parts.ts';
import { answerableFields, stepsOf } from '../../../../../domain/process/steps.ts';
import { whyFalse } from '../../../../../domain/process-editing/failing-terms.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { useApplicantPageParts } from '../../../shared/application/applicant-page-parts.ts';
import { type Rehearsal, RehearsalContext } from '../../../shared/application/rehearsal.ts';
import { KeepsNoDrafts } from '../../../shared/drafts/keeps-no-drafts.ts';
import { Disclosure } from '../../../shared/editor/disclosure.tsx';
import { DynamicForm } from '../../../shared/forms/dynamic-form.tsx';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { useConditions } from './condition-editor.tsx';
import type { Open } from './editing.ts';
import { useEditing } from './editing.ts';
import { PreviewPerson } from './preview-person.tsx';
import classes from './processes.module.css';
import { type Answers, usePreviewFacts } from './use-preview-facts.ts';

/** The applicant's page for the edited process, as a sample or real applicant, at a status of choice. Nothing is sent or stored. */
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
  const preview = usePreviewFacts(config);
  const { facts: shown, attempt, isPerson, solutions: real } = preview;
  const { status, answers, planId, submitted } = shown;
  const [createdAt] = useState(() => new Date().toISOString());
  const offered = useMemo(
    () => new Set(config.applicationDetailsSteps.flatMap(({ assessmentIds }) => assessmentIds ?? [])),
    [config],
  );
  const { process, application, facts } = useMemo(() => {
    const facts: Facts = {
      status,
      fields: { ...answers, selectedPaymentModelId: planId },
      // A real applicant may have completed assessments that only the batch offers.
      completedAssessmentIds: isPerson ? submitted : submitted.filter((id) => offered.has(id)),
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
    return { process: applicantPart(config, facts), application, facts };
  }, [config, status, answers, planId, submitted, isPerson, offered, organizationId, createdAt]);
  const rehearsal = useMemo(
    (): Rehearsal => ({
      change({ selectedPaymentModelId, ...changes }) {
        attempt({
          answers: changes as Answers,
          ...(selectedPaymentModelId === undefined ? {} : { planId: selectedPaymentModelId as string | null }),
        });
        return application;
      },
      solutions: submitted.map(
        (assessmentId) =>
          real?.findLast((one) => one.assessmentId === assessmentId && !one.isRetaken) ??
          solutionOf(assessmentId, organizationId, createdAt),
      ),
    }),
    [application, attempt, submitted, real, organizationId, createdAt],
  );
  const step = config.applicationDetailsSteps.findIndex(({ _id }) => _id === open.card);
  const isForm = open.card === 'form';
  return (
    <section className={classes.preview} aria-label="What applicants see">
      <div className={classes.previewHead}>
        <h3>What applicants see</h3>
        <p className={classes.quiet}>{TEXTS.processEditor.tryIt}</p>
      </div>
      {!isForm && (
        <div className={classes.previewTools}>
          <PreviewPerson person={preview.person} isChosen={isPerson} onChoose={preview.choose} />
          <NativeSelect
            label="At this status"
            value={status}
            data={APPLICATION_STATUSES}
            onChange={({ currentTarget: { value } }) => attempt({ status: value as ApplicationStatus })}
          />
          {[...offered].map((id) => (
            <Checkbox
              key={id}
              label={`Has submitted “${assessments.find(({ _id }) => _id === id)?.name ?? 'an assessment'}”`}
              checked={submitted.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                attempt({ submitted: checked ? [...submitted, id] : submitted.filter((one) => one !== id) })
              }
            />
          ))}
          <Button variant="default" size="compact-sm" onClick={preview.reset}>
            Start again
          </Button>
        </div>
      )}
      {preview.error ? (
        <Problem error={preview.error} />
      ) : (
        <>
          {!isForm && !preview.isLoading && <HiddenSteps config={config} facts={facts} open={step} />}
          <KeepsNoDrafts value={true}>
            <RehearsalContext value={rehearsal}>
              {isForm ? (
                <FormPreview config={config} organizationId={organizationId} />
              ) : preview.isLoading ? (
                LOADING
              ) : (
                <Suspense fallback={LOADING}>
                  <Preview
                    key={preview.person?._id}
                    application={application}
                    process={process}
                    step={step >= 0 ? step : null}
                  />
                </Suspense>
              )}
            </RehearsalContext>
          </KeepsNoDrafts>
        </>
      )}
    </section>
  );
}

const LOADING = (
  <Loading label="Loading the preview">
    <Bone height="20rem" />
  </Loading>
);

/** Why each hidden step is hidden, that of the open card first. */
function HiddenSteps({ config, facts, open }: { config: ProcessConfig; facts: Facts; open: number }) {
  const { fields } = useConditions();
  const hidden = useMemo(
    () =>
      config.applicationDetailsSteps.flatMap(({ title, visibilityCondition }, index) => {
        const reason = whyFalse(visibilityCondition, facts, fields);
        return reason === null ? [] : [{ index, title: `${index + 1}. ${title.trim() || 'Untitled step'}`, reason }];
      }),
    [config, facts, fields],
  );
  const own = hidden.find(({ index }) => index === open);
  if (hidden.length === 0) return null;
  return (
    <div className={classes.hiddenSteps}>
      {own && (
        <Notice meaning="attention">
          This step is hidden: <span dir="auto">{own.reason}</span>
        </Notice>
      )}
      <Disclosure summary={counted(hidden.length, 'step is hidden', 'steps are hidden')}>
        <ul className={classes.conflicts}>
          {hidden.map(({ index, title, reason }) => (
            <li key={index}>
              <strong dir="auto">{title}</strong> hidden: <span dir="auto">{reason}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
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
