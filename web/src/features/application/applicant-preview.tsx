import { useState } from 'react';
import { isLocked } from '../../../../domain/application/statuses.ts';
import type { ApplicantPreviewProps } from '../../shared/application/applicant-page-parts.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { bannerOf, STATUS_WORDS } from '../../shared/application/status-words.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './application.module.css';
import { Journey } from './journey.tsx';
import { READ_ONLY_WORDS } from './may-change.ts';
import { Steps, visibleSteps } from './steps.tsx';
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
  const waiting = isLocked(status) ? undefined : application.steps?.find(({ isActive }) => isActive);
  const title = visibleSteps(process, application).find(({ state }) => state === waiting)?.step.title ?? null;
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
        nextStep={title}
        onOpenNext={() => waiting && openSteps.goTo(waiting.index)}
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
