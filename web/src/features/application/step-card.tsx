import {
  IconChevronDown,
  IconChevronUp,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleHalf2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StepState } from '../../../../api/contract/applications.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { useIsPrinting } from '../../shared/browser/printing.ts';
import classes from './application.module.css';
import { type StepStatus, statusOf } from './step-words.ts';

const LOOK: Readonly<Record<StepStatus, { Icon: typeof IconCircle; label: string }>> = {
  complete: { Icon: IconCircleCheckFilled, label: 'Complete' },
  active: { Icon: IconCircleHalf2, label: 'Active' },
  pending: { Icon: IconCircle, label: 'Pending' },
};

export function StepCard({
  step,
  state,
  words,
  isOver,
  isOpen,
  onToggle,
  children,
}: {
  step: ApplicantStep;
  state: StepState;
  words: string;
  isOver: boolean;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const status = statusOf(state, isOver);
  const { Icon, label } = LOOK[status];
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const isShown = useIsPrinting() || isOpen;
  const bodyId = `step-${state.index}-body`;
  return (
    <li className={classes.step} id={`step-${state.index}`}>
      <h3 className={classes.stepHead}>
        <button
          type="button"
          className={classes.stepButton}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <Icon size={24} stroke={1.75} className={classes[status]} role="img" aria-label={label} />
          <span style={{ minWidth: 0 }}>
            <span className={classes.stepTitle}>{step.title}</span>
            {step.subtitle && <span className={classes.stepSub}>{step.subtitle}</span>}
          </span>
          <span className={classes.stepState}>{words}</span>
          <Chevron size={20} stroke={1.75} aria-hidden />
        </button>
      </h3>
      <div id={bodyId} className={classes.stepBody} hidden={!isShown}>
        {isShown && children}
      </div>
    </li>
  );
}
