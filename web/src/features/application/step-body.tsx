import { Title } from '@mantine/core';
import { Fragment } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import { allows } from '../../../../domain/application/lifecycle.ts';
import type { ContentBlock } from '../../../../domain/process/config.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { LazyMarkdown } from '../../shared/lazy-markdown.tsx';
import classes from './application.module.css';
import { AssessmentList } from './assessment-list.tsx';
import { Calendar } from './calendar.tsx';
import { Embed } from './embed.tsx';
import { embedOf, type Integration } from './embed-address.ts';
import { FormStep } from './form-step.tsx';
import { PlanStep } from './plan-step.tsx';

/** What the applicant has just done in a step, as it is noted (spec §7). */
export type StepDeed = 'SAVE_APPLICATION_STEP' | 'SCHEDULED_INTERVIEW';

interface StepBodyProps {
  readonly step: ApplicantStep;
  readonly application: Application;
  readonly isOwn: boolean;
  readonly isReadOnly: boolean;
  readonly onDone: (deed: StepDeed) => void;
}

function Widget({ integration, ...about }: StepBodyProps & { integration: Integration }) {
  const { step, application, isOwn, isReadOnly, onDone } = about;
  const embed = embedOf(integration);
  if (integration.type !== 'Calendly' || !embed) return <Embed integration={integration} title={step.title} />;
  const party = isOwn ? 'applicant' : 'admin';
  return (
    <Calendar
      application={application}
      embed={embed}
      title={step.title}
      isOwn={isOwn}
      mayBook={!isReadOnly && !application.isErased && allows('ScheduleInterview', application.status, party)}
      onBooked={() => onDone('SCHEDULED_INTERVIEW')}
    />
  );
}

/** Staff get every block with what it hangs on; its applicant gets one only while that holds (D21). */
const hangsOnCondition = ({ condition }: Partial<ContentBlock>): boolean => (condition?.terms.length ?? 0) > 0;

/** What a step holds: words and widgets, a form, plans to choose among, tests to take (spec §2). */
export function StepBody(about: StepBodyProps) {
  const { step, application, isOwn, isReadOnly, onDone } = about;
  const onSaved = () => onDone('SAVE_APPLICATION_STEP');
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
                <Widget key={integration.url} {...about} integration={integration} />
              ))}
            </Fragment>
          ),
      )}
      {step.configuration?.title && step.configuration.title !== step.title && (
        <Title order={4} dir="auto">
          {step.configuration.title}
        </Title>
      )}
      {step.configuration && (
        <FormStep
          stepId={step._id}
          application={application}
          form={step.configuration}
          isReadOnly={isReadOnly}
          onSaved={onSaved}
        />
      )}
      {step.availablePaymentModels?.length ? (
        <PlanStep
          application={application}
          offered={step.availablePaymentModels}
          isOwn={isOwn}
          isReadOnly={isReadOnly}
          onChosen={onSaved}
        />
      ) : null}
      {step.assessmentIds?.length ? (
        <AssessmentList application={application} ids={step.assessmentIds} isOwn={isOwn} isReadOnly={isReadOnly} />
      ) : null}
    </>
  );
}
