import { Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { nextStepOf, visibleSteps } from '../../shared/application/next-step.ts';
import type { Process } from '../../shared/application/process.ts';
import { onFirstInput } from '../../shared/browser/on-first-input.ts';
import { preloadMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './application.module.css';
import { hasMarks, loadBodies, StepBody, type StepDeed } from './step-body.tsx';
import { StepCard } from './step-card.tsx';
import { stateWords } from './step-words.ts';
import type { OpenSteps } from './use-open-steps.ts';

export function Steps({
  process,
  application,
  isOwn,
  readOnlyReason,
  openSteps,
  onDone,
}: {
  process: Process;
  application: ApplicationView;
  isOwn: boolean;
  readOnlyReason: string | null;
  openSteps: OpenSteps;
  onDone: (step: ApplicantStep, deed: StepDeed) => void;
}) {
  const steps = visibleSteps(process, application);
  const next = isOwn && readOnlyReason === null ? nextStepOf(process, application) : null;
  useEffect(() => {
    const all = (process.applicationDetailsSteps ?? []).filter((step) => step !== null);
    loadBodies(all);
    return hasMarks(all) ? onFirstInput(preloadMarkdown) : undefined;
  }, [process]);
  if (steps.length === 0) return null;
  const isOver = isLocked(application.status) || (isOwn && readOnlyReason !== null);
  return (
    <section aria-labelledby="steps">
      <Title order={2} size="h3" id="steps">
        {isOwn ? 'Your steps' : 'Steps'}
      </Title>
      {readOnlyReason && (
        <div style={{ marginTop: '0.75rem' }}>
          <Notice>{readOnlyReason}</Notice>
        </div>
      )}
      <ol className={classes.steps}>
        {steps.map(({ step, state }) => (
          <StepCard
            key={state.index}
            step={step}
            state={state}
            isOver={isOver}
            words={stateWords(step, state, application, readOnlyReason !== null)}
            isOpen={openSteps.isOpen(state.index)}
            onToggle={() => openSteps.toggle(state.index)}
          >
            <StepBody
              step={step}
              application={application}
              isOwn={isOwn}
              isReadOnly={readOnlyReason !== null}
              next={
                next && next.state.index !== state.index
                  ? { title: next.step.title, open: () => openSteps.goTo(next.state.index) }
                  : null
              }
              onDone={(deed) => onDone(step, deed)}
            />
          </StepCard>
        ))}
      </ol>
    </section>
  );
}
