import { useState } from 'react';
import { isLocked } from '../../../../domain/application/statuses.ts';
import type { ApplicantPreviewProps } from '../../shared/application/applicant-page-parts.ts';
import { nextStepOf } from '../../shared/application/next-step.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { bannerOf, STATUS_WORDS } from '../../shared/application/status-words.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './application.module.css';
import { Journey } from './journey.tsx';
import { READ_ONLY_WORDS } from './may-change.ts';
import { Steps } from './steps.tsx';
import type { OpenSteps } from './use-open-steps.ts';

/** The applicant's own page for an application that does not exist. Needs a `RehearsalContext`. */
export function ApplicantPreview({ application, process, step }: ApplicantPreviewProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [followed, setFollowed] = useState<number | null>(null);
  // The step that is being edited opens, and the ones that were opened by hand stay open.
  if (step !== followed) {
    setFollowed(step);
    if (step !== null) setOpen(new Set([step]));
  }
  const openSteps: OpenSteps = {
    isOpen: (index) => open.has(index),
    toggle: (index) =>
      setOpen((before) =>
        before.has(index) ? new Set([...before].filter((one) => one !== index)) : new Set([...before, index]),
      ),
    goTo: (index) => setOpen((before) => new Set([...before, index])),
  };
  const { status } = application;
  const next = nextStepOf(process, application);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <StatusChip status={status} />
      </div>
      <Notice meaning={STATUS_WORDS[status].meaning}>{bannerOf(status, false)}</Notice>
      <Journey
        application={application}
        isOwn
        hasStarted={false}
        next={next}
        onOpenNext={() => next && openSteps.goTo(next.state.index)}
        isCorrected={false}
        onCorrect={null}
      />
      <Steps
        process={process}
        application={application}
        isOwn
        readOnlyReason={isLocked(status) ? READ_ONLY_WORDS.locked : null}
        openSteps={openSteps}
        onDone={() => undefined}
      />
    </div>
  );
}
