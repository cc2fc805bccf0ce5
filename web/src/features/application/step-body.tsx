import { Title } from '@mantine/core';
import { Fragment, type ReactNode, Suspense } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { ContentBlock } from '../../../../domain/process/config.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { lazily } from '../../shared/browser/lazily.tsx';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { isUnmarked } from '../../shared/markdown/plain-text.ts';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application.module.css';
import { AssessmentList } from './assessment-list.tsx';

export type StepDeed = 'SAVE_APPLICATION_STEP' | 'SCHEDULED_INTERVIEW';

export interface NextStep {
  readonly title: string;
  readonly open: () => void;
}

interface StepBodyProps {
  readonly step: ApplicantStep;
  readonly application: ApplicationView;
  readonly isOwn: boolean;
  readonly isReadOnly: boolean;
  /** What the applicant does after this step. */
  readonly next: NextStep | null;
  readonly onDone: (deed: StepDeed) => void;
}

export const FormStep = lazily(() => import('./form-step.tsx').then((m) => m.FormStep));
const PlanStep = lazily(() => import('./plan-step.tsx').then((m) => m.PlanStep));
const Widget = lazily(() => import('./widget.tsx').then((m) => m.Widget));

export function loadBodies(steps: readonly ApplicantStep[]): void {
  const needed = [
    ...(steps.some(formOf) ? [FormStep] : []),
    ...(steps.some(({ availablePaymentModels: plans }) => plans?.length) ? [PlanStep] : []),
    ...(steps.some(({ content }) => content?.some((block) => block?.integrations?.length)) ? [Widget] : []),
  ];
  // A failed preload is retried, and its error shown, when the step opens.
  for (const part of needed) void part.load().catch(() => undefined);
}

const textsOf = ({ content, configuration }: ApplicantStep): (string | undefined)[] => [
  ...(content ?? []).map((block) => block?.markdown),
  ...(configuration?.fields ?? []).map(({ details }) => details),
];

export const hasMarks = (steps: readonly ApplicantStep[]): boolean =>
  steps.flatMap(textsOf).some((text) => text && !isUnmarked(text));

const WIDGET_HEIGHT = '9rem';

export const Waiting = ({ height }: { height: string }) => (
  <Loading label="Loading this step">
    <Bone height={height} />
  </Loading>
);

/** Staff get every block with its condition; an applicant gets a block only while its condition is true. */
const hangsOnCondition = ({ condition }: Partial<ContentBlock>): boolean => (condition?.terms.length ?? 0) > 0;

/** A form without questions for this person has neither heading nor button. */
const formOf = ({ configuration }: ApplicantStep) => (configuration?.fields.length ? configuration : null);

function Asked({ step, application, isOwn, isReadOnly, next, onDone }: StepBodyProps) {
  const onSaved = () => onDone('SAVE_APPLICATION_STEP');
  const about = { application, isReadOnly };
  const form = formOf(step);
  return (
    <>
      {form && <FormStep {...about} stepId={step._id} form={form} next={next} onSaved={onSaved} />}
      {step.availablePaymentModels?.length ? (
        <PlanStep {...about} offered={step.availablePaymentModels} isOwn={isOwn} onChosen={onSaved} />
      ) : null}
      {step.assessmentIds?.length ? <AssessmentList {...about} ids={step.assessmentIds} isOwn={isOwn} /> : null}
    </>
  );
}

const asksSomething = (step: ApplicantStep): boolean =>
  Boolean(formOf(step) || step.availablePaymentModels?.length || step.assessmentIds?.length);

/** Renders in the browser only: the server knows no drafts, no consent and no lazy code. */
export function Later({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  return useIsHydrated() ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}

export function StepBody(about: StepBodyProps) {
  const { step, onDone } = about;
  const form = formOf(step);
  return (
    <>
      {(step.content ?? []).map(
        (block, index) =>
          block && (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by their position in the step
            <Fragment key={index}>
              {hangsOnCondition(block) && (
                <p className={classes.aside}>Applicants see this only if its condition is met:</p>
              )}
              <LazyMarkdown>{block.markdown}</LazyMarkdown>
              {(block.integrations ?? []).map((integration) => (
                <Later key={integration.url} waiting={<Waiting height={WIDGET_HEIGHT} />}>
                  <Widget {...about} integration={integration} onBooked={() => onDone('SCHEDULED_INTERVIEW')} />
                </Later>
              ))}
            </Fragment>
          ),
      )}
      {form?.title && form.title !== step.title && (
        <Title order={4} dir="auto">
          {form.title}
        </Title>
      )}
      {asksSomething(step) && (
        <Later waiting={<Waiting height={`${5 + 6 * (form?.fields.length ?? 0)}rem`} />}>
          <Asked {...about} />
        </Later>
      )}
    </>
  );
}
