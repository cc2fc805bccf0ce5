import { Title } from '@mantine/core';
import { Fragment, type ReactNode, Suspense } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import type { ContentBlock } from '../../../../domain/process/config.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { lazily } from '../../shared/browser/lazily.tsx';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { isUnmarked } from '../../shared/markdown/plain-text.ts';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application.module.css';
import { AssessmentList } from './assessment-list.tsx';

/** What the applicant has just done in a step, as it is noted. */
export type StepDeed = 'SAVE_APPLICATION_STEP' | 'SCHEDULED_INTERVIEW';

interface StepBodyProps {
  readonly step: ApplicantStep;
  readonly application: Application;
  readonly isOwn: boolean;
  readonly isReadOnly: boolean;
  readonly onDone: (deed: StepDeed) => void;
}

const FormStep = lazily(() => import('./form-step.tsx').then((m) => m.FormStep));
const PlanStep = lazily(() => import('./plan-step.tsx').then((m) => m.PlanStep));
const Widget = lazily(() => import('./widget.tsx').then((m) => m.Widget));

/** Fetches what these steps are made of: they then open at once, and go to paper whole. */
export function loadBodies(steps: readonly ApplicantStep[]): void {
  const needed = [
    ...(steps.some(({ configuration }) => configuration) ? [FormStep] : []),
    ...(steps.some(({ availablePaymentModels: plans }) => plans?.length) ? [PlanStep] : []),
    ...(steps.some(({ content }) => content?.some((block) => block?.integrations?.length)) ? [Widget] : []),
  ];
  // What cannot be fetched now is fetched, or fails, where it is opened.
  for (const part of needed) void part.load().catch(() => undefined);
}

const textsOf = ({ content, configuration }: ApplicantStep): (string | undefined)[] => [
  ...(content ?? []).map((block) => block?.markdown),
  ...(configuration?.fields ?? []).map(({ details }) => details),
];

/** Whether a closed step holds texts that need the renderer. */
export const hasMarks = (steps: readonly ApplicantStep[]): boolean =>
  steps.flatMap(textsOf).some((text) => text && !isUnmarked(text));

const WIDGET_HEIGHT = '9rem';

/** About as high as what comes. */
const Waiting = ({ height }: { height: string }) => (
  <Loading label="Loading this step">
    <Bone height={height} />
  </Loading>
);

/** Staff get every block with what it hangs on; its applicant gets one only while that holds. */
const hangsOnCondition = ({ condition }: Partial<ContentBlock>): boolean => (condition?.terms.length ?? 0) > 0;

/** A form, plans, tests: all that is asked. */
function Asked({ step, application, isOwn, isReadOnly, onDone }: StepBodyProps) {
  const onSaved = () => onDone('SAVE_APPLICATION_STEP');
  const about = { application, isReadOnly };
  return (
    <>
      {step.configuration && <FormStep {...about} stepId={step._id} form={step.configuration} onSaved={onSaved} />}
      {step.availablePaymentModels?.length ? (
        <PlanStep {...about} offered={step.availablePaymentModels} isOwn={isOwn} onChosen={onSaved} />
      ) : null}
      {step.assessmentIds?.length ? <AssessmentList {...about} ids={step.assessmentIds} isOwn={isOwn} /> : null}
    </>
  );
}

const asksSomething = ({ configuration, availablePaymentModels, assessmentIds }: ApplicantStep): boolean =>
  Boolean(configuration || availablePaymentModels?.length || assessmentIds?.length);

/** Not on the server: it knows no drafts, no consent, and no code that comes later. */
function Later({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  return useIsHydrated() ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}

/** What a step holds: words and widgets, a form, plans to choose among, tests to take. */
export function StepBody(about: StepBodyProps) {
  const { step, onDone } = about;
  return (
    <>
      {(step.content ?? []).map(
        (block, index) =>
          block && (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place in the step
            <Fragment key={index}>
              {hangsOnCondition(block) && <p className={classes.aside}>Its applicant sees this under a condition:</p>}
              <LazyMarkdown>{block.markdown}</LazyMarkdown>
              {(block.integrations ?? []).map((integration) => (
                <Later key={integration.url} waiting={<Waiting height={WIDGET_HEIGHT} />}>
                  <Widget {...about} integration={integration} onBooked={() => onDone('SCHEDULED_INTERVIEW')} />
                </Later>
              ))}
            </Fragment>
          ),
      )}
      {step.configuration?.title && step.configuration.title !== step.title && (
        <Title order={4} dir="auto">
          {step.configuration.title}
        </Title>
      )}
      {asksSomething(step) && (
        <Later waiting={<Waiting height={`${5 + 6 * (step.configuration?.fields.length ?? 0)}rem`} />}>
          <Asked {...about} />
        </Later>
      )}
    </>
  );
}
